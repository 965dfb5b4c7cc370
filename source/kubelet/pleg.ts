import type {Kernel} from '../kernel/kernel.js';
import type {Mailbox} from '../kernel/mailbox.js';
import {active, note, receive, sleep, take, type Routine} from '../kernel/routine.js';
import type {Runtime} from './runtime/runtime.js';

const relistMs = 1000;

/**
The Pod lifecycle event generator: once a second it lists what runs and compares with the list before.

Simplified: a relist that would find nothing is not run.

@mirrors k8s.io/kubernetes/pkg/kubelet/pleg GenericPLEG
*/
export function* pleg<M>(kernel: Kernel, runtime: Runtime, mailbox: Mailbox<M>, wrap: (uid: string) => M): Routine {
	const {node} = runtime.options;
	const phaseMs = kernel.random(`kubelet/${node}`).below(relistMs);
	const seen = new Map<string, string>();
	for (;;) {
		const uids = new Set([(yield* receive(runtime.changes)).uid]);
		yield* sleep(relistMs - ((kernel.now - phaseMs + relistMs) % relistMs));
		while (runtime.changes.waiting.length > 0) {
			uids.add((yield* take(runtime.changes))!.uid);
		}

		yield* active();
		const found: Array<{readonly pod: string; readonly now: string}> = [];
		for (const uid of uids) {
			const [sandbox] = runtime.sandboxesOf(uid);
			const containers = runtime.containersOf(uid);
			const pod = sandbox ? `${sandbox.namespace}/${sandbox.pod}` : uid;
			const now = [
				...(sandbox ? [`sandbox ${sandbox.state === 'SANDBOX_READY' ? 'ready' : 'stopped'}`] : []),
				...containers.map(
					({name, attempt, state}) => `${name}${attempt > 0 ? `#${attempt}` : ''} ${state.toLowerCase()}`,
				),
			].join(', ');
			if (seen.get(uid) === now) {
				uids.delete(uid);
				continue;
			}

			if (sandbox) {
				seen.set(uid, now);
			} else {
				seen.delete(uid);
			}

			found.push({pod, now});
		}

		if (found.length > 0) {
			yield* note(
				'kubelet.pleg',
				`The PLEG lists what runs on ${node} and finds changes: ${found.map(({pod, now}) => `${pod} (${now})`).join('; ')}.`,
				{changes: found},
			);
			for (const uid of uids) {
				kernel.send(mailbox, wrap(uid));
			}
		}
	}
}
