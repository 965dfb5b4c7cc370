import type {Mutant} from '../mutant.js';

/** Mistakes that the program once had. The campaign, or a test, finds each when it is put back. No two are in seeds of one world, so each has its own cluster. */
export const onceMutants: readonly Mutant[] = [
	// First, because the program caches its table of types.
	{
		mistake: "the table of types lacks that of a Pod's ephemeral volumes",
		file: 'objects/go-types.js',
		from: 'return Object.hasOwn(rows, id)',
		to: "if (id.endsWith('.PersistentVolumeClaimTemplate')) throw new TypeError(`no table for ${id}`); return Object.hasOwn(rows, id)",
		seeds: [275],
	},
	{
		mistake: 'a Pod that had ended before its kubelet started is taken as cleaned up',
		file: 'kubelet/pods/node-pods.js',
		from: 'work.terminated();',
		to: 'work.finish();',
		tests: ['kubelet/restart.test.js'],
	},
	{
		mistake: 'a Pod that was deleted by force is not forgotten when its worker ends late',
		file: 'kubelet/pods/node-pods.js',
		from: 'finished(uid) {',
		to: 'finished(uid) { return;',
		seeds: [3057],
	},
	{
		mistake: 'a kubelet that starts does not end what runs of Pods that are gone',
		file: 'kubelet/pods/node-pods.js',
		from: '*cleanUp() {',
		to: '*cleanUp() { return;',
		seeds: [4634],
	},
	{
		mistake: 'a kubelet that starts does not know which volumes the one before it has mounted',
		file: 'kubelet/pods/orphan-pods.js',
		from: 'yield* volumes.unmount({ pod, uid });',
		to: '',
		seeds: [4786],
	},
	{
		mistake: 'containers that were created and never started are left on the node',
		file: 'kubelet/containers/container-garbage.js',
		from: "if (container.state !== 'RUNNING') {",
		to: "if (container.state === 'EXITED') {",
		seeds: [16610],
	},
	{
		mistake: 'sandboxes that are not ready are left on the node',
		file: 'kubelet/containers/container-garbage.js',
		from: "if (sandbox.state === 'SANDBOX_NOTREADY'",
		to: "if (false && sandbox.state === 'SANDBOX_NOTREADY'",
		seeds: [25],
	},
	{
		mistake: 'the status manager does not look at what others have made of a status',
		file: 'kubelet/status/status-manager.js',
		from: '#needsReconcile(known) {',
		to: '#needsReconcile(known) { return false;',
		seeds: [55],
	},
	{
		mistake: 'CoreDNS keeps what was deleted while it was down',
		file: 'network/dns/dns.js',
		from: '*#prune() {',
		to: '*#prune() { return;',
		seeds: [50495],
	},
	{
		mistake: 'the ingress controller keeps what was deleted while it was down',
		file: 'network/ingress.js',
		from: '*#prune() {',
		to: '*#prune() { return;',
		tests: ['network/network.test.js'],
	},
	{
		mistake: 'the kubelet of a deleted node goes on with its Lease',
		file: 'kubelet/registration/heartbeat.js',
		from: "const { uid } = (owner ?? (yield* client.get('nodes', undefined, name))).metadata;",
		to: `if (true) {
            const metadata = { name, namespace };
            return yield* client.create(resource, namespace, { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec });
        }
        const { uid } = (owner ?? (yield* client.get('nodes', undefined, name))).metadata;`,
		seeds: [175],
	},
	{
		mistake: 'the Pods of a Job that is gone keep its finalizer',
		file: 'controllers/job/orphan-pods.js',
		from: 'const isOrphan = pod',
		to: 'const isOrphan = false && pod',
		seeds: [675],
	},
	{
		mistake: 'two inputs without a stop between them are taken as given at once',
		file: 'debugger/recording.js',
		from: 'idle: this.#idle,',
		to: 'idle: this.kernel.current === undefined,',
		seeds: [60075],
	},
	{
		mistake: 'the disruption controller does not look again after its own write',
		file: 'controllers/disruption.js',
		from: "type === 'DELETED' ? [] : [keyOf(object)]",
		to: "type === 'DELETED' || (type !== 'ADDED') ? [] : [keyOf(object)]",
		tests: ['controllers/disruption.test.js'],
	},
	{
		mistake: 'a preemption that failed is not tried again',
		file: 'scheduler/failure.js',
		from: 'return false;',
		to: 'return true;',
		seeds: [6788],
	},
];
