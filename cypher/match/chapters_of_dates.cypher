// Say in which chapters and scenes something is coupled to a date that can lie between two days.
CYPHER 25
MATCH (d:Date)
WHERE d.workspace = $workspace AND d.earliest <= $latest AND d.latest >= $earliest
MATCH (d)<-[:DATED]-(t:Time)
/*+ WHERE stands(t) AND ($view.last IS NULL OR d.earliest <= $view.last) */
RETURN d.uid AS uid, d.earliest AS earliest, d.latest AS latest, t.chapter AS chapter,
       sum(COUNT { (t)<-[:DURING]-() }) AS weight, collect(DISTINCT t.scene) AS scenes
