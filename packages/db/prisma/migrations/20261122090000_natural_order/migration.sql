-- Lists in the order in which people count: db2 before db10, 10.0.0.9 before 10.0.0.10. Which texts are equal stays as it was.
CREATE COLLATION "natural_order" (provider = icu, locale = 'und-u-kn-true');
ALTER TABLE "host"
  ALTER COLUMN "name_key" TYPE TEXT COLLATE "natural_order",
  ALTER COLUMN "address" TYPE TEXT COLLATE "natural_order";
ALTER TABLE "cluster" ALTER COLUMN "name_key" TYPE TEXT COLLATE "natural_order";
ALTER TABLE "agent" ALTER COLUMN "version" TYPE TEXT COLLATE "natural_order";
