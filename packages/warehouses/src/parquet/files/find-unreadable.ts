import type { Engine } from '../../duckdb/engine.ts'
import { literal } from '../../quote.ts'
import type { LocalFile } from '../stores/file-store.ts'

/** Returns the paths of files that DuckDB cannot read completely. */
export async function findUnreadable({ query }: Engine, files: readonly LocalFile[]): Promise<string[]> {
  const unreadable: string[] = []
  for (const { path, file } of files) {
    try {
      await query(`select bit_xor(hash(stored)) as hash from read_parquet(${literal(file)}) stored`)
    } catch {
      unreadable.push(path)
    }
  }
  return unreadable
}
