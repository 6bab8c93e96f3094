export { type PostAnswer, postOnce, type Sender, type SignedPost } from './post-once.ts'
export { postSigned } from './post-signed.ts'
