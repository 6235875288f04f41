import { migrate } from "@primacy/db/migrate";

const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error("Set DATABASE_URL.");
const applied = await migrate({ url });
process.stdout.write(`applied ${applied.length} migrations\n`);
