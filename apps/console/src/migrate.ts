import { migrate } from "@primacy/db/migrate";

const url = process.env.DATABASE_URL || null;
if (url === null) {
  process.stderr.write("Set DATABASE_URL.\n");
  process.exit(1);
}
const applied = await migrate({ url });
process.stdout.write(`applied ${applied.length} migrations\n`);
