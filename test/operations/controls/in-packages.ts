import type { PlantedMistake } from './planted-mistake.ts'

const imageTests = { testFile: 'test/operations/images/product.operations.test.ts' }
const composeTests = { testFile: 'test/operations/images/compose.operations.test.ts' }
const unitTests = { testFile: 'test/operations/images/systemd.operations.test.ts' }

export const mistakesInPackages: readonly PlantedMistake[] = [
  {
    name: 'runs-the-image-as-root',
    file: 'infra/images/Dockerfile',
    changes: [['USER 65532:65532', 'USER 0:0']],
    ...imageTests,
    test: 'has labels, an entry point without a shell, and no value of the building machine',
    says: '65532',
  },
  {
    name: 'leaves-the-installer-in-the-image',
    file: 'infra/release/src/assemble-product.ts',
    changes: [
      [
        "cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'))",
        "cpSync(join(root, 'infra/bootstrap.mjs'), join(to, 'infra/bootstrap.mjs'))",
      ],
    ],
    ...imageTests,
    test: 'contains no package manager, test, database server, second Node or file of the build',
    says: 'bootstrap.mjs',
  },
  {
    name: 'starts-before-the-migrations-end',
    file: 'infra/compose/compose.yaml',
    changes: [['condition: service_completed_successfully', 'condition: service_started']],
    ...composeTests,
    test: 'intake waits for the migrations, keeps the check of the image, and may finish its work',
    says: 'service_completed_successfully',
  },
  {
    name: 'keeps-capabilities-in-compose',
    file: 'infra/compose/compose.yaml',
    changes: [['cap_drop: [ALL]', 'cap_drop: []']],
    ...composeTests,
    test: 'intake is confined, limited, and closed to other hosts',
    says: 'cap_drop',
  },
  {
    name: 'lets-a-unit-call-all-of-the-kernel',
    file: 'infra/systemd/signalpost@.service',
    changes: [
      ['SystemCallFilter=@system-service\n', ''],
      ['SystemCallFilter=~@privileged @resources\n', ''],
    ],
    ...unitTests,
    test: 'the exposure of signalpost@.service is at most 2.0',
    says: 'less than or equal to 2',
  },
  {
    name: 'kills-a-unit-before-its-work-ends',
    file: 'infra/systemd/signalpost@.service',
    changes: [['TimeoutStopSec=60', 'TimeoutStopSec=10']],
    ...unitTests,
    test: 'signalpost@.service allows what the drain and the end of work need, and keeps secrets in files',
    says: 'greater than or equal to 60',
  },
  {
    name: 'hides-senders-behind-nginx',
    file: 'infra/proxies/nginx.conf',
    changes: [['    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n', '']],
    testFile: 'test/operations/proxies/proxies.operations.test.ts',
    test: 'nginx ends TLS, passes events on and says who sent them',
    says: 'the refusal is recorded with the address of its sender',
  },
]
