import { defineFinding } from '../../finding.ts'
import { counted } from '../../words.ts'

export const differingWarehouses = defineFinding({
  kind: 'warehouse_differs',
  find: ({ orgId, warehouses }) =>
    warehouses
      .filter(({ differingRows }) => (differingRows ?? 0) > 0)
      .map(({ warehouseId, name, differingRows }) => ({
        harm: 'broken',
        summary: `${counted(differingRows ?? 0, 'row', 'rows')} of the warehouse ${name} differ from the product.`,
        remedy: 'See which rows differ on its page, and repair it to send them again.',
        link: `/w/${orgId}/warehouses/${warehouseId}`,
      })),
})
