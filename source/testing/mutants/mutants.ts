/** A mistake that the program once had, as a change of a compiled module, and the seed of the campaign that finds it. */
export interface Mutant {
	readonly mistake: string;
	/** The module, below the folder of the compiled program. */
	readonly file: string;
	/** This text, which the module has once. */
	readonly from: string;
	readonly to: string;
	readonly seed: number;
}

/** The mistakes that the campaign has to find when they are put back. */
export const mutants: readonly Mutant[] = [
	{
		mistake: 'a Pod that had ended before its kubelet started is taken as cleaned up',
		file: 'kubelet/pods/node-pods.js',
		from: 'work.terminated();',
		to: 'work.finish();',
		seed: 139,
	},
	{
		mistake: 'a Pod that was deleted by force is not forgotten when its worker ends late',
		file: 'kubelet/pods/node-pods.js',
		from: 'finished(uid) {',
		to: 'finished(uid) { return;',
		seed: 3057,
	},
	{
		mistake: 'the status manager does not look at what others have made of a status',
		file: 'kubelet/status/status-manager.js',
		from: '#needsReconcile(known) {',
		to: '#needsReconcile(known) { return false;',
		seed: 55,
	},
	{
		mistake: 'the disruption controller does not look again after its own write',
		file: 'controllers/disruption.js',
		from: "type === 'DELETED' ? [] : [keyOf(object)]",
		to: "type === 'ADDED' ? [keyOf(object)] : []",
		seed: 6324,
	},
	{
		mistake: 'a preemption that failed is not tried again',
		file: 'scheduler/failure.js',
		from: 'return false;',
		to: 'return true;',
		seed: 6788,
	},
];
