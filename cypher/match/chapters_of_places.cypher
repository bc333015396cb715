// Say in which chapters and scenes something is coupled to some places, or to a place within them.
CYPHER 25
UNWIND $uids AS uid
MATCH (p:Place {workspace: $workspace, uid: uid})<-[:WITHIN]-{0,4}(q:Place)
WITH DISTINCT uid, q // as many chapters may say that one lies in the other
MATCH (q)<-[:NAMED]-(s:Space)
/*+ WHERE stands(s) AND (NOT EXISTS { (s)<-[:AT]-() } OR EXISTS { (s)<-[at:AT]-() WHERE since(at) }) */
WITH DISTINCT uid, s // which can be found to be both
RETURN uid, s.chapter AS chapter, sum(COUNT { (s)<-[at:AT]-() /*+ WHERE since(at) */ }) AS weight, collect(DISTINCT s.scene) AS scenes
