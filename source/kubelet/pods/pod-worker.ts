import {active, frame, note, take, type Routine} from '../../kernel/routine.js';
import {cgroupOf} from './cgroup.js';
import {podDirectory} from '../containers/container-config.js';
import {isEnding, podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import {killPod} from './kill.js';
import {currentStatus, deadlineLeftMs, syncPod} from './pod-sync.js';
import {unmountVolumes} from '../volumes/volumes.js';

const resyncMs = 60_000;
const backoffMs = 10_000;

/**
The life of one Pod on the node, in a process of its own: sync again and again, then terminate, then clean up.

@mirrors k8s.io/kubernetes/pkg/kubelet podWorkers.podWorkerLoop
*/
export function* podWorker(context: KubeletContext, record: PodRecord): Routine {
	const {kernel, statuses} = context;
	const random = kernel.random(`kubelet/${context.options.node.name}`);
	let waitMs: number | undefined;
	for (;;) {
		const update = yield* take(record.mailbox, {timeoutMs: waitMs, periodic: true});
		let because = update?.because ?? 'it is time to look again';
		while (record.mailbox.waiting.length > 0) {
			because = (yield* take(record.mailbox))!.because;
		}

		if (!isEnding(record)) {
			const {ended, failed} = yield* frame(
				{
					name: `sync ${podName(record.pod)}`,
					stage: 'kubelet.sync',
					text: `The pod worker syncs ${podName(record.pod)}: ${because}.`,
					facts: {because},
					object: podKey(record.pod),
				},
				syncPod(context, record),
			);
			if (!ended && !isEnding(record)) {
				const leftMs = deadlineLeftMs(record, statuses.of(record), kernel.wallClockMs);
				waitMs = random.jitter(failed ? backoffMs : resyncMs, 0.5);
				if (leftMs !== undefined) {
					waitMs = Math.min(waitMs, Math.max(0, leftMs));
				}

				continue;
			}

			because = ended ? (record.ending?.message ?? 'its containers have ended for good') : because;
		}

		yield* active();
		yield* frame(
			{
				name: `terminate ${podName(record.pod)}`,
				stage: 'kubelet.kill',
				text: `The pod worker terminates ${podName(record.pod)}: ${because}.`,
				facts: {
					because,
					deletionTimestamp: record.pod.metadata.deletionTimestamp,
					deletionGracePeriodSeconds: record.pod.metadata.deletionGracePeriodSeconds,
				},
				object: podKey(record.pod),
			},
			terminatePod(context, record),
		);
		return;
	}
}

/** @mirrors Kubelet.SyncTerminatingPod and SyncTerminatedPod */
function* terminatePod(context: KubeletContext, record: PodRecord): Routine {
	const {kernel, statuses, probes, options} = context;
	record.stage = 'terminating';
	yield* statuses.set(record, yield* currentStatus(context, record));
	probes.stop(context, record, ['liveness', 'startup']);
	const {pod} = record;
	yield* killPod(
		context,
		record,
		record.graceSeconds ??
			pod.metadata.deletionGracePeriodSeconds ??
			(record.removed ? 0 : (pod.spec.terminationGracePeriodSeconds ?? 30)),
	);
	probes.stop(context, record);
	record.stage = 'terminated';
	yield* statuses.set(record, yield* currentStatus(context, record, true));
	yield* unmountVolumes(context, record);
	yield* statuses.set(record, yield* currentStatus(context, record, true));
	const cgroup = cgroupOf(pod);
	kernel.ledger.delete(`/nodes/${options.node.name}/cgroups${cgroup}`);
	yield* note('kubelet.cgroup', `The control group of ${podName(pod)} is removed.`, {cgroup}, {object: podKey(pod)});
	kernel.ledger.delete(`/nodes/${options.node.name}/directories${podDirectory(pod)}`);
	kernel.ledger.delete(`/components/kubelet/${options.node.name}/status/${podName(pod)}`);
	record.stage = 'finished';
	yield* note(
		'kubelet.kill',
		`${podName(pod)} has ended on ${options.node.name}${pod.metadata.deletionTimestamp ? ': its object may go' : ''}.`,
		{phase: statuses.of(record).phase, directory: podDirectory(pod)},
		{object: podKey(pod)},
	);
	statuses.touch(record.uid);
}
