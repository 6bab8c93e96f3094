export { type DemoRecord, hasDemo, keepDemoRecords, listDemoRecords } from './demo-records.ts'
export { deleteDemoRecords, removeDemoRows } from './remove-demo.ts'
