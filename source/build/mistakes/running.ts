import {added, changed, prolonged, removed, shortened, swapped, type Mistake} from './mistake.js';

const official = 'nginx|httpd|redis|postgres|mysql|busybox|python|mongo|memcached|rabbitmq|alpine';

/** Names that do not resolve. */
const references: readonly Mistake[] = [
	changed("a volume's ConfigMap misspelt", 'reference', /configMap:\n\s+name: (\w+)/, swapped),
	changed("a variable's ConfigMap misspelt", 'reference', /configMap(?:Key)?Ref:\n\s+name: (\w+)/, prolonged),
	changed("a variable's key misspelt", 'key', /configMapKeyRef:\n\s+name: \w+\n\s+key: (\w+)/, shortened),
	changed("a variable's Secret misspelt", 'reference', /secret(?:Key)?Ref:\n\s+name: (\w+)/, swapped),
	changed("a Secret's key misspelt", 'key', /secretKeyRef:\n\s+name: \w+\n\s+key: (\w+)/, prolonged),
	changed('a claim misspelt', 'reference', /claimName: (\w+)/, swapped),
	changed('a service account misspelt', 'reference', /serviceAccountName: (\w+)/, swapped),
	changed('a priority misspelt', 'reference', /priorityClassName: (\w+)/, swapped),
	changed('the target of an autoscaler misspelt', 'autoscaler', /kind: Deployment\n    name: (\w+)/, prolonged),
	changed("an Ingress's Service misspelt", 'ingress', /service:\n\s+name: (\w+)/, swapped),
	changed("an Ingress's port wrong", 'ingress', /service:\n\s+name: \w+\n\s+port:\n\s+number: (\d+)/, '8080'),
	changed('a class misspelt', 'ingress', /ingressClassName: (\w+)/, swapped),
	changed('a Role misspelt', 'rights', /kind: Role\n  name: (\w+)/, swapped),
	changed('a subject misspelt', 'rights', /kind: ServiceAccount\n  name: (viewer)/, swapped),
	changed('a verb left out', 'rights', /verbs: (\["get", "list"\])/, '["get"]', [3, 0]),
	changed('a resource in the singular', 'rights', /resources: \["(pods)"/, 'pod', [2, 1]),
	changed('a class of storage that is not there', 'storage class', /storageClassName: (standard)/, 'standrd'),
	changed('a volume misspelt', 'volume', /volumeName: (\w+)/, swapped),
	changed('a volume that is too small', 'volume', /resources:\n    requests:\n      storage: (3Gi)/, '30Gi'),
	changed(
		'a volume of another mode',
		'volume',
		/storage: 5Gi\n  accessModes:\n  - (ReadWriteOnce)/,
		'ReadOnlyMany',
		[99, 99],
	),
];

/** Requests that do not arrive. */
const traffic: readonly Mistake[] = [
	changed(
		'a Service that selects no Pod',
		'service selector',
		/kind: Service\nmetadata:\n  name: \w+\nspec:\n(?:  type: \w+\n)?  selector:\n    app: (\w+)/,
		prolonged,
	),
	changed('a targetPort on which no program listens', 'target port', /targetPort: (80|5432|6379|27017|8000)\n/, '8081'),
	changed('the name of a targetPort misspelt', 'target port', /targetPort: ([a-z]+)\n/, swapped),
	changed(
		'a policy that lets in other Pods',
		'network policy',
		/podSelector:\n        matchLabels:\n          role: (front)/,
		'fronted',
		[4, 3],
	),
	changed('the name of a server misspelt in a script', 'server name', /http:\/\/(api|web|back)/, prolonged),
	changed('the name of a database misspelt in a script', 'server name', /redis-cli -h (store)/, swapped),
];

/** Images that cannot be pulled. */
const images: readonly Mistake[] = [
	changed('an image misspelt', 'image name', new RegExp(`image: (${official})(?=:)`), swapped),
	changed('a tag that is not there', 'image tag', new RegExp(`image: (?:${official}):(\\S+)`), '99.9'),
	changed('a tag of a slip', 'image tag', /image: nginx:(1\.27)/, '1.27-alpne'),
	changed('an image in upper case', 'image name', /image: (nginx)/, 'Nginx'),
	changed('a tag that bitnami has moved', 'image tag', /image: (redis:7)/, 'bitnami/redis:7.2'),
	added('an image that is never pulled', 'pull policy', 'after', new RegExp(`\\n\\s+image: (?:${official}):\\S+`), [
		'imagePullPolicy: Never',
	]),
];

/** Probes that fail. */
const probes: readonly Mistake[] = [
	changed('a path that is not there', 'probe path', /httpGet:\n\s+path: (\/|\/index\.html)\n/, '/nope'),
	changed(
		'a port of a probe wrong',
		'probe port',
		/(?:path: \/\S*|tcpSocket:)\n\s+port: (80|5432|8000|8080)\n/,
		'9999',
	),
	changed("a port's name of a probe misspelt", 'probe port', /(?:path: \/|tcpSocket:)\n\s+port: ([a-z]+)\n/, swapped),
	added('a probe by HTTPS', 'probe scheme', 'after', /\n\s+path: \/(?:index\.html)?(?=\n\s+port: )/, ['scheme: HTTPS']),
	changed('the program of a probe misspelt', 'probe program', /exec:\n\s+command: \["([\w-]+)"/, shortened, [1, 0]),
];

/** Programs that exit or cannot start. */
const programs: readonly Mistake[] = [
	changed('a program misspelt', 'program', /command: \["(sh|python|kubectl)"/, prolonged),
	changed('a word of a script misspelt', 'script', /"-c", "(echo|grep|ls|id)(?= [^;]*"\])/, prolonged),
	changed('a script that is not there', 'program file', /"\/scripts\/(run)\.sh"/, 'start'),
	changed('a volume mounted elsewhere', 'mount path', /name: (?:script|settings)\n\s+mountPath: \/(\w+)/, 'other'),
	changed('a variable misspelt', 'variable', /- name: (POSTGRES_PASSWORD|MYSQL_ROOT_PASSWORD)/, shortened),
	changed('millibytes of memory', 'memory', /limits:\n\s+(?:cpu: \d+m\n\s+)?memory: (\d+Mi)/, '128m', [4, 0]),
	changed('a limit of 1 MiB', 'memory', /limits:\n\s+(?:cpu: \d+m\n\s+)?memory: (\d+Mi)/, '1Mi', [4, 0]),
];

/** Pods without a node, and Pods without a right that their program needs. */
const placement: readonly Mistake[] = [
	changed('a hundred processors', 'room', /requests:\n\s+cpu: (100m)/, '"100"'),
	added('a label that no node has', 'node label', 'before', /\n {6}containers:/, ['nodeSelector:', '  disktype: ssd']),
	changed('more replicas than nodes', 'spread', /name: spread\nspec:\n  replicas: (3)/, '5', [0, 99]),
	added(
		'a user other than root',
		'user',
		'before',
		/\n {6}containers:(?=\n      - name: \w+\n        image: (?:nginx|httpd|redis):)/,
		['securityContext:', '  runAsNonRoot: true'],
	),
	added('files that may only be read', 'read-only', 'after', /\n {8}image: nginx:1\.27/, [
		'securityContext:',
		'  readOnlyRootFilesystem: true',
	]),
	added('no capabilities', 'capabilities', 'after', /\n {8}image: nginx:1\.27/, [
		'securityContext:',
		'  capabilities:',
		'    drop: ["ALL"]',
	]),
	changed('a namespace for restricted Pods', 'pod security', /enforce: (baseline)/, 'restricted', [99, 99]),
	changed('a folder that the node does not have', 'hostPath', /path: (\/var\/log)\n/, '/var/logs', [1, 1]),
];

/** Controllers that do nothing, or give up. */
const controllers: readonly Mistake[] = [
	added(
		'a paused Deployment',
		'paused',
		'before',
		/\n  selector:\n    matchLabels:\n      app: \w+\n  template:(?=[\s\S]*)/,
		['paused: true'],
	),
	changed('a deadline that is too short', 'deadline', /activeDeadlineSeconds: (120)/, '5'),
	removed(
		'an autoscaler without requests',
		'autoscaler',
		/        resources:\n          requests:\n            cpu: 100m\n            memory: 64Mi\n(?=---\napiVersion: autoscaling)/,
		99,
	),
	changed('a quota that is too small', 'quota', /pods: "(5)"/, '1', [99, 99]),
	changed('a quota of memory that is too small', 'quota', /requests\.memory: (2Gi)/, '100Mi', [99, 99]),
];

/** Mistakes that appear only when containers run. */
export const runningMistakes: readonly Mistake[] = [
	...references,
	...traffic,
	...images,
	...probes,
	...programs,
	...placement,
	...controllers,
];
