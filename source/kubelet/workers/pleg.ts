import {active, note, receive, sleep, type Routine} from '../../kernel/routine.js';
import type {Runtime} from '../runtime/runtime.js';

const relistMs = 1000;

/** What runs of a Pod, in words that change when it does; with the sandbox's Pod, if there is one. */
const listed = (runtime: Runtime, uid: string): {readonly pod: string | undefined; readonly now: string} => {
	const [sandbox] = runtime.sandboxesOf(uid);
	const now = [
		...(sandbox ? [`sandbox ${sandbox.state === 'SANDBOX_READY' ? 'ready' : 'stopped'}`] : []),
		...runtime
			.containersOf(uid)
			.map(({name, attempt, state}) => `${name}${attempt > 0 ? `#${attempt}` : ''} ${state.toLowerCase()}`),
	].join(', ');
	return {pod: sandbox && `${sandbox.namespace}/${sandbox.pod}`, now};
};

/**
The Pod lifecycle event generator: once a second it lists what runs and compares with the list before.

Simplified: a relist that would find nothing is not run.

@param tell called with the uid of each Pod of which something has begun or ended.
@mirrors k8s.io/kubernetes/pkg/kubelet/pleg GenericPLEG
*/
export function* pleg(runtime: Runtime, tell: (uid: string) => void): Routine {
	const {kernel, changes} = runtime;
	const {node} = runtime.options;
	const phaseMs = kernel.random(`kubelet/${node}`).below(relistMs);
	const seen = new Map<string, string>();
	for (;;) {
		const uids = new Set([(yield* receive(changes)).uid]);
		yield* sleep(relistMs - ((kernel.now - phaseMs + relistMs) % relistMs));
		while (changes.waiting.length > 0) {
			uids.add((yield* receive(changes)).uid);
		}

		yield* active();
		const found: Array<{readonly pod: string; readonly now: string}> = [];
		for (const uid of uids) {
			const {pod, now} = listed(runtime, uid);
			if (seen.get(uid) === now) {
				uids.delete(uid);
				continue;
			}

			if (pod === undefined) {
				seen.delete(uid);
			} else {
				seen.set(uid, now);
			}

			found.push({pod: pod ?? uid, now});
		}

		if (found.length > 0) {
			yield* note(
				'kubelet.pleg',
				`The PLEG lists what runs on ${node} and finds changes: ${found.map(({pod, now}) => `${pod} (${now})`).join('; ')}.`,
				{changes: found},
			);
			for (const uid of uids) {
				tell(uid);
			}
		}
	}
}
