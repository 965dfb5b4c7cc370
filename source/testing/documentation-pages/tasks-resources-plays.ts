import type {PagePlay} from './page.js';

interface Amounts {
	readonly limits?: Readonly<Record<string, string>>;
	readonly requests?: Readonly<Record<string, string>>;
}

/** A Pod with one container for each of these amounts. */
const podOf = (name: string, ...amounts: readonly Amounts[]): string =>
	JSON.stringify({
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name},
		spec: {containers: amounts.map((resources, at) => ({name: `c${at}`, image: 'nginx:1.27', resources}))},
	});

const memory = (limit?: string, request?: string): Amounts => ({
	...(limit ? {limits: {memory: limit}} : {}),
	...(request ? {requests: {memory: request}} : {}),
});

const limitRange = (limit: object): string =>
	JSON.stringify({
		apiVersion: 'v1',
		kind: 'LimitRange',
		metadata: {name: 'range'},
		spec: {limits: [{type: 'Container', ...limit}]},
	});

const quota = (hard: Readonly<Record<string, string>>): string =>
	JSON.stringify({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'cap'}, spec: {hard}});

const claim = (name: string): string =>
	`apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: ${name}}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 3Gi}}}\n`;

/** Plays of the pages below `tasks` about requests, limits and quotas of a namespace. */
export const resourcePlays: readonly PagePlay[] = [
	{
		page: 'tasks/administer-cluster/manage-resources/memory-default-namespace',
		files: {
			'range.yaml': limitRange({default: {memory: '512Mi'}, defaultRequest: {memory: '256Mi'}}),
			'none.yaml': podOf('none', {}),
			'limited.yaml': podOf('limited', memory('1Gi')),
			'asking.yaml': podOf('asking', memory(undefined, '128Mi')),
		},
		steps: `
$ create namespace small
> namespace/small created
$ apply -f range.yaml --namespace=small
> limitrange/range created
$ apply -f none.yaml --namespace=small
$ get pod none --output=yaml --namespace=small
> resources: limits: memory: 512Mi requests: memory: 256Mi
$ delete pod none --namespace=small
> pod "none" deleted
$ apply -f limited.yaml --namespace=small
$ get pod limited --output=yaml --namespace=small
> resources: limits: memory: 1Gi requests: memory: 1Gi
$ apply -f asking.yaml --namespace=small
$ get pod asking --output=yaml --namespace=small
> resources: limits: memory: 512Mi requests: memory: 128Mi
$ delete namespace small
> namespace "small" deleted
`,
	},
	{
		page: 'tasks/administer-cluster/manage-resources/memory-constraint-namespace',
		files: {
			'range.yaml': limitRange({max: {memory: '1Gi'}, min: {memory: '500Mi'}}),
			'fits.yaml': podOf('fits', memory('800Mi', '600Mi')),
			'large.yaml': podOf('large', memory('1.5Gi', '800Mi')),
			'little.yaml': podOf('little', memory('800Mi', '100Mi')),
			'none.yaml': podOf('none', {}),
		},
		steps: `
$ create namespace small
$ apply -f range.yaml --namespace=small
$ get limitrange range --namespace=small --output=yaml
> limits: - default: memory: 1Gi defaultRequest: memory: 1Gi max: memory: 1Gi min: memory: 500Mi type: Container
$ apply -f fits.yaml --namespace=small
~ 10
$ get pod fits --namespace=small
> 1/1 Running
$ get pod fits --output=yaml --namespace=small
> resources: limits: memory: 800Mi requests: memory: 600Mi
$ delete pod fits --namespace=small
$ apply -f large.yaml --namespace=small
> Error from server (Forbidden): error when creating "large.yaml": pods "large" is forbidden: maximum memory usage per Container is 1Gi, but limit is 1536Mi
exit 1
$ apply -f little.yaml --namespace=small
> Error from server (Forbidden): error when creating "little.yaml": pods "little" is forbidden: minimum memory usage per Container is 500Mi, but request is 100Mi
exit 1
$ apply -f none.yaml --namespace=small
$ get pod none --namespace=small --output=yaml
> resources: limits: memory: 1Gi requests: memory: 1Gi
$ delete pod none --namespace=small
$ delete namespace small
`,
	},
	{
		page: 'tasks/administer-cluster/manage-resources/quota-memory-cpu-namespace',
		files: {
			'cap.yaml': quota({
				'requests.cpu': '1',
				'requests.memory': '1Gi',
				'limits.cpu': '2',
				'limits.memory': '2Gi',
			}),
			'first.yaml': podOf('first', {
				limits: {memory: '800Mi', cpu: '800m'},
				requests: {memory: '600Mi', cpu: '400m'},
			}),
			'second.yaml': podOf('second', {
				limits: {memory: '1Gi', cpu: '800m'},
				requests: {memory: '700Mi', cpu: '400m'},
			}),
		},
		steps: `
$ create namespace small
$ apply -f cap.yaml --namespace=small
> resourcequota/cap created
$ get resourcequota cap --namespace=small --output=yaml
> limits.cpu: "2"
$ apply -f first.yaml --namespace=small
~ 10
$ get pod first --namespace=small
> Running
$ get resourcequota cap --namespace=small --output=yaml
> status: hard: limits.cpu: "2" limits.memory: 2Gi requests.cpu: "1" requests.memory: 1Gi
> used: limits.cpu: 800m limits.memory: 800Mi requests.cpu: 400m requests.memory: 600Mi
$ apply -f second.yaml --namespace=small
> Error from server (Forbidden): error when creating "second.yaml": pods "second" is forbidden: exceeded quota: cap, requested: requests.memory=700Mi, used: requests.memory=600Mi, limited: requests.memory=1Gi
exit 1
$ delete namespace small
`,
	},
	{
		page: 'tasks/administer-cluster/manage-resources/quota-pod-namespace',
		files: {'cap.yaml': quota({pods: '2'})},
		steps: `
$ create namespace small
$ apply -f cap.yaml --namespace=small
$ get resourcequota cap --namespace=small --output=yaml
> spec: hard: pods: "2"
> used: pods: "0"
$ create deployment three --image=nginx:1.27 --replicas=3 --namespace=small
~ 10
$ get deployment three --namespace=small --output=yaml
> replicas: 3
> availableReplicas: 2
> is forbidden: exceeded quota: cap, requested: pods=1, used: pods=2, limited: pods=2
$ delete namespace small
`,
	},
	{
		page: 'tasks/administer-cluster/quota-api-object',
		files: {
			'cap.yaml': quota({persistentvolumeclaims: '1', 'services.loadbalancers': '2', 'services.nodeports': '0'}),
			'one.yaml': claim('one'),
			'two.yaml': claim('two'),
		},
		steps: `
$ create namespace small
$ apply -f cap.yaml --namespace=small
$ get resourcequota cap --namespace=small --output=yaml
> used: persistentvolumeclaims: "0" services.loadbalancers: "0" services.nodeports: "0"
$ apply -f one.yaml --namespace=small
$ get persistentvolumeclaims --namespace=small
> one Pending
$ apply -f two.yaml --namespace=small
> persistentvolumeclaims "two" is forbidden: exceeded quota: cap, requested: persistentvolumeclaims=1, used: persistentvolumeclaims=1, limited: persistentvolumeclaims=1
exit 1
$ delete namespace small
`,
	},
	{
		page: 'tasks/configure-pod-container/quality-service-pod',
		files: {
			'same.yaml': podOf('same', {limits: {memory: '200Mi', cpu: '700m'}, requests: {memory: '200Mi', cpu: '700m'}}),
			'less.yaml': podOf('less', memory('200Mi', '100Mi')),
			'none.yaml': podOf('none', {}),
			'both.yaml': podOf('both', memory(undefined, '200Mi'), {}),
		},
		steps: `
$ create namespace small
$ apply -f same.yaml --namespace=small
$ get pod same --namespace=small --output=yaml
> resources: limits: cpu: 700m memory: 200Mi requests: cpu: 700m memory: 200Mi
> qosClass: Guaranteed
$ delete pod same --namespace=small
$ apply -f less.yaml --namespace=small
$ get pod less --namespace=small --output=yaml
> qosClass: Burstable
$ delete pod less --namespace=small
$ apply -f none.yaml --namespace=small
$ get pod none --namespace=small --output=yaml
> resources: {}
> qosClass: BestEffort
$ delete pod none --namespace=small
$ apply -f both.yaml --namespace=small
$ get pod both --namespace=small --output=yaml
> resources: requests: memory: 200Mi
> resources: {}
> qosClass: Burstable
$ delete pod both --namespace=small
$ delete namespace small
`,
	},
];
