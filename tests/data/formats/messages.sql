create table messages (Id, Title, Date, Text, Author);
insert into messages values ('m-1', 'Landing', '3 April 1971', 'On that day Greta Holm was at Skerry Point, said "the keeper".', 'Lise');
insert into messages values ('m-2', '', '1971-04-09', 'Anton Reyes measured the north basin,
and Lise Brandt wrote the soundings down.', 'Lise');
insert into messages values ('m-3', '', 'soon', '', 'Anton');
