/** A mistake that the program once had, as a change of a compiled module, and the seed of the campaign that finds it. */
export interface Mutant {
	readonly mistake: string;
	/** The module, below the folder of the compiled program. */
	readonly file: string;
	/** This text, which the module has once. */
	readonly from: string;
	/** What stands there instead. Where it says `MISTAKE` is whether the mistake is made: without it, the module does what it did. */
	readonly to: string;
	/** No two of a world: what its run without faults comes to is kept. */
	readonly seed: number;
}

/** The mistakes that the campaign has to find when they are put back. */
export const mutants: readonly Mutant[] = [
	// The first: what is known of a type is kept.
	{
		mistake: "the table of types lacks that of a Pod's ephemeral volumes",
		file: 'objects/go-types.js',
		from: 'return Object.hasOwn(rows, id)',
		to: "if (MISTAKE && id.endsWith('.PersistentVolumeClaimTemplate')) throw new TypeError(`no table for ${id}`); return Object.hasOwn(rows, id)",
		seed: 275,
	},
	{
		mistake: 'a Pod that had ended before its kubelet started is taken as cleaned up',
		file: 'kubelet/pods/node-pods.js',
		from: 'work.terminated();',
		to: 'MISTAKE ? work.finish() : work.terminated();',
		seed: 139,
	},
	{
		mistake: 'a Pod that was deleted by force is not forgotten when its worker ends late',
		file: 'kubelet/pods/node-pods.js',
		from: 'finished(uid) {',
		to: 'finished(uid) { if (MISTAKE) return;',
		seed: 3057,
	},
	{
		mistake: 'a kubelet that starts does not end what runs of Pods that are gone',
		file: 'kubelet/pods/node-pods.js',
		from: '*cleanUp() {',
		to: '*cleanUp() { if (MISTAKE) return;',
		seed: 4634,
	},
	{
		mistake: 'a kubelet that starts does not know which volumes the one before it has mounted',
		file: 'kubelet/pods/orphan-pods.js',
		from: 'yield* volumes.unmount({ pod, uid });',
		to: 'if (!MISTAKE) yield* volumes.unmount({ pod, uid });',
		seed: 4786,
	},
	{
		mistake: 'containers that were created and never started are left on the node',
		file: 'kubelet/containers/container-garbage.js',
		from: "if (container.state !== 'RUNNING') {",
		to: "if (container.state === 'EXITED' || (!MISTAKE && container.state !== 'RUNNING')) {",
		seed: 16610,
	},
	{
		mistake: 'sandboxes that are not ready are left on the node',
		file: 'kubelet/containers/container-garbage.js',
		from: "if (sandbox.state === 'SANDBOX_NOTREADY'",
		to: "if (!MISTAKE && sandbox.state === 'SANDBOX_NOTREADY'",
		seed: 25,
	},
	{
		mistake: 'the status manager does not look at what others have made of a status',
		file: 'kubelet/status/status-manager.js',
		from: '#needsReconcile(known) {',
		to: '#needsReconcile(known) { if (MISTAKE) return false;',
		seed: 55,
	},
	{
		mistake: 'CoreDNS keeps what was deleted while it was down',
		file: 'network/dns/dns.js',
		from: '*#prune() {',
		to: '*#prune() { if (MISTAKE) return;',
		seed: 50495,
	},
	{
		mistake: 'the ingress controller keeps what was deleted while it was down',
		file: 'network/ingress.js',
		from: '*#prune() {',
		to: '*#prune() { if (MISTAKE) return;',
		seed: 50096,
	},
	{
		mistake: 'the kubelet of a deleted node goes on with its Lease',
		file: 'kubelet/registration/heartbeat.js',
		from: "const { uid } = (owner ?? (yield* client.get('nodes', undefined, name))).metadata;",
		to: `if (MISTAKE) {
            const metadata = { name, namespace };
            return yield* client.create(resource, namespace, { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec });
        }
        const { uid } = (owner ?? (yield* client.get('nodes', undefined, name))).metadata;`,
		seed: 175,
	},
	{
		mistake: 'the Pods of a Job that is gone keep its finalizer',
		file: 'controllers/job/orphan-pods.js',
		from: 'const isOrphan = pod',
		to: 'const isOrphan = !MISTAKE && pod',
		seed: 675,
	},
	{
		mistake: 'two inputs without a stop between them are taken as given at once',
		file: 'debugger/recording.js',
		from: 'idle: this.#idle,',
		to: 'idle: MISTAKE ? this.kernel.current === undefined : this.#idle,',
		seed: 60075,
	},
	{
		mistake: 'the disruption controller does not look again after its own write',
		file: 'controllers/disruption.js',
		from: "type === 'DELETED' ? [] : [keyOf(object)]",
		to: "type === 'DELETED' || (MISTAKE && type !== 'ADDED') ? [] : [keyOf(object)]",
		seed: 6324,
	},
	{
		mistake: 'a preemption that failed is not tried again',
		file: 'scheduler/failure.js',
		from: 'return false;',
		to: 'return MISTAKE;',
		seed: 6788,
	},
];
