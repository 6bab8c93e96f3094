import { createCollectionAct } from './create-collection.ts'
import { deleteCollectionAct } from './delete-collection.ts'
import { listCollectionsRead, listNotesRead } from './read-collections.ts'
import { renameCollectionAct } from './rename-collection.ts'

export { readCollection } from './read-collections.ts'
export { createCollectionAct }

export const collectionOperations = [
  ...[listCollectionsRead, createCollectionAct, renameCollectionAct, deleteCollectionAct],
  listNotesRead,
] as const
