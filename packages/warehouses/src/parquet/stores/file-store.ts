export type StoredFile = { path: string; bytes: number; modifiedAtMs: number }

/** A directory or a bucket of files. Paths are relative to its root, with `/`. */
export type FileStore = {
  /** Returns the files of a folder by path; none if there is no folder. */
  list: (folder: string) => Promise<StoredFile[]>
  readText: (path: string) => Promise<string | undefined>
  /** Writes a new file completely or not at all; returns false if it exists. */
  createText: (path: string, text: string) => Promise<boolean>
  /** Writes or replaces a file completely or not at all. */
  writeText: (path: string, text: string) => Promise<void>
  /** Copies a local file there, completely or not at all, and replaces an existing one. */
  upload: (file: string, path: string) => Promise<void>
  /** Calls `use` with local files that have the content of the paths; skips missing ones. */
  withFiles: <Result>(
    paths: readonly string[],
    use: (files: readonly LocalFile[]) => Promise<Result>,
  ) => Promise<Result>
  /** Removes one after another. */
  remove: (paths: readonly string[]) => Promise<void>
  close: () => void
}

export type LocalFile = { path: string; file: string }
