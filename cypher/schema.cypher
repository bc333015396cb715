// Constraints and indexes. Each statement can be run again; those with $dimension need the width of the vectors.
// Identity: a uid is unique in its workspace.
CREATE CONSTRAINT workspace_name IF NOT EXISTS FOR (n:Workspace) REQUIRE n.workspace IS UNIQUE;
CREATE CONSTRAINT log_key IF NOT EXISTS FOR (n:LogEntry) REQUIRE (n.workspace, n.key) IS UNIQUE;
CREATE CONSTRAINT document_uid IF NOT EXISTS FOR (n:Document) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT chapter_uid IF NOT EXISTS FOR (n:Chapter) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT chunk_uid IF NOT EXISTS FOR (n:Chunk) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT mention_uid IF NOT EXISTS FOR (n:Mention) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT claim_uid IF NOT EXISTS FOR (n:Claim) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT actor_uid IF NOT EXISTS FOR (n:Actor) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT persona_uid IF NOT EXISTS FOR (n:Persona) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT role_uid IF NOT EXISTS FOR (n:Role) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT state_uid IF NOT EXISTS FOR (n:State) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT verb_uid IF NOT EXISTS FOR (n:Verb) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT space_uid IF NOT EXISTS FOR (n:Space) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT place_uid IF NOT EXISTS FOR (n:Place) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT time_uid IF NOT EXISTS FOR (n:Time) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT date_uid IF NOT EXISTS FOR (n:Date) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT question_uid IF NOT EXISTS FOR (n:Question) REQUIRE (n.workspace, n.uid) IS UNIQUE;
CREATE CONSTRAINT summary_uid IF NOT EXISTS FOR (n:Summary) REQUIRE (n.workspace, n.uid) IS UNIQUE;
// Look-ups: what a question or a graph person starts from.
CREATE INDEX log_kind IF NOT EXISTS FOR (n:LogEntry) ON (n.workspace, n.kind, n.status);
CREATE INDEX log_task IF NOT EXISTS FOR (n:LogEntry) ON (n.workspace, n.task);
CREATE INDEX chunk_entry IF NOT EXISTS FOR (n:Chunk) ON (n.workspace, n.entry);
CREATE INDEX chunk_status IF NOT EXISTS FOR (n:Chunk) ON (n.workspace, n.status);
CREATE INDEX document_key IF NOT EXISTS FOR (n:Document) ON (n.workspace, n.key);
CREATE INDEX document_sha256 IF NOT EXISTS FOR (n:Document) ON (n.workspace, n.sha256);
CREATE INDEX actor_folded IF NOT EXISTS FOR (n:Actor) ON (n.workspace, n.folded);
CREATE INDEX place_folded IF NOT EXISTS FOR (n:Place) ON (n.workspace, n.folded);
CREATE INDEX persona_family IF NOT EXISTS FOR (n:Persona) ON (n.workspace, n.family);
CREATE INDEX persona_own IF NOT EXISTS FOR (n:Persona) ON (n.workspace, n.own);
CREATE INDEX role_statement IF NOT EXISTS FOR (n:Role) ON (n.workspace, n.statement);
CREATE INDEX state_statement IF NOT EXISTS FOR (n:State) ON (n.workspace, n.statement);
CREATE INDEX role_label IF NOT EXISTS FOR (n:Role) ON (n.workspace, n.label);
CREATE INDEX state_label IF NOT EXISTS FOR (n:State) ON (n.workspace, n.label);
CREATE INDEX verb_label IF NOT EXISTS FOR (n:Verb) ON (n.workspace, n.label);
CREATE INDEX verb_stem IF NOT EXISTS FOR (n:Verb) ON (n.workspace, n.stem);
CREATE INDEX date_earliest IF NOT EXISTS FOR (n:Date) ON (n.workspace, n.earliest);
CREATE INDEX space_chapter IF NOT EXISTS FOR (n:Space) ON (n.workspace, n.chapter);
CREATE INDEX time_chapter IF NOT EXISTS FOR (n:Time) ON (n.workspace, n.chapter);
CREATE INDEX summary_chapter IF NOT EXISTS FOR (n:Summary) ON (n.workspace, n.chapter);
CREATE INDEX question_status IF NOT EXISTS FOR (n:Question) ON (n.workspace, n.status);
CREATE INDEX question_seeks IF NOT EXISTS FOR (n:Question) ON (n.workspace, n.seeks);
// Search: `scope` is one token per workspace, so that a full-text query can be confined to it inside the index.
CREATE FULLTEXT INDEX chunk_text IF NOT EXISTS FOR (n:Chunk) ON EACH [n.text, n.scope]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};
CREATE FULLTEXT INDEX entity_name IF NOT EXISTS FOR (n:Actor|Place) ON EACH [n.name, n.names, n.scope]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words', `fulltext.eventually_consistent`: false}};
CREATE VECTOR INDEX chunk_vector IF NOT EXISTS FOR (n:Chunk) ON n.embedding WITH [n.workspace]
  OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}};
CREATE VECTOR INDEX summary_vector IF NOT EXISTS FOR (n:Summary) ON n.embedding WITH [n.workspace]
  OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}};
