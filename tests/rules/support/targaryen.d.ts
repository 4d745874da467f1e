/** The part of the package that the second judge uses; it comes without types. */
declare module 'targaryen/lib/database/index.js' {
  type Result = { readonly allowed: boolean };
  type Database = {
    with(updates: { readonly auth: unknown; readonly now: number }): Database;
  };
  /** Rules that have passed the compiler's checks of syntax and types. */
  type Ruleset = {
    tryRead(path: string, data: Database, options: { readonly now: number }): Result;
    tryWrite(path: string, data: Database, newData: Database, newValue: unknown): Result;
  };
  /** @throws Error where the rules could not be deployed */
  export function ruleset(definition: unknown): Ruleset;
  export function create(rules: Ruleset, data: unknown, now: number): Database;
}
