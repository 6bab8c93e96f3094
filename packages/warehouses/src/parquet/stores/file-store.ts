export type StoredFile = { path: string; bytes: number; modifiedAtMs: number }

/** Where files lie: a directory or a bucket. Paths are relative to its root, with `/`. */
export type FileStore = {
  /** The files of a folder, by path; none where there is no folder. */
  list: (folder: string) => Promise<StoredFile[]>
  readText: (path: string) => Promise<string | undefined>
  /** Writes it whole or not at all; answers false where there is one already. */
  createText: (path: string, text: string) => Promise<boolean>
  /** Writes it whole or not at all, over what was there. */
  writeText: (path: string, text: string) => Promise<void>
  /** Copies a file of this machine there, whole or not at all, over what was there. */
  upload: (file: string, path: string) => Promise<void>
  /** Calls `use` with files of this machine that hold what the paths do; what is not there is left out. */
  withFiles: <Result>(
    paths: readonly string[],
    use: (files: readonly LocalFile[]) => Promise<Result>,
  ) => Promise<Result>
  /** Removes one after the other. */
  remove: (paths: readonly string[]) => Promise<void>
  close: () => void
}

export type LocalFile = { path: string; file: string }
