import type {Pod} from '../../objects/kubernetes.generated.js';
import {containersOf, type PodContainer} from '../container-reference.js';
import {lastEvent, type Reader} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import type {FieldPath} from '../symptom.js';

/** The field of the postStart hook. */
const hookField = ({spec, field}: PodContainer): FieldPath => {
	const {exec, httpGet} = spec.lifecycle?.postStart ?? {};
	const request = httpGet ? ['httpGet'] : [];
	return [...field, 'lifecycle', 'postStart', ...(exec ? ['exec', 'command'] : request)];
};

/** The hook whose failure ended a container, while the container has not run since. */
const hookFailed = (pod: Pod, ledger: Reader): Found => {
	for (const container of containersOf(pod)) {
		const {name, status, field} = container;
		const {waiting} = status.state ?? {};
		const event = lastEvent(ledger, pod, ['FailedPostStartHook'], name);
		const isHook = waiting?.reason === 'PostStartHookError' || (event !== undefined && !status.state?.running);
		if (isHook && (waiting?.reason === 'PostStartHookError' || waiting?.reason === 'CrashLoopBackOff')) {
			return {
				message:
					waiting.reason === 'PostStartHookError'
						? `${waiting.reason}: ${waiting.message}`
						: ({pods}) =>
								`${event?.reason}: ${event?.message}${status.restartCount === 0 ? '' : pods.restartsSoFar(status.restartCount)}`,
				field: hookField(container),
				stage: 'kubelet.hook.postStart',
				advice: [({pods}) => pods.hookFails],
				candidates: [{field: [...field, 'lifecycle'], change: {remove: true}}],
			};
		}
	}

	return undefined;
};

/** A container that runs, but does not count as started while its postStart hook runs. */
const hookRuns = (pod: Pod, ledger: Reader): Found => {
	const found = containersOf(pod).find(
		({name, status, spec}) =>
			spec.lifecycle?.postStart &&
			status.state?.waiting !== undefined &&
			lastEvent(ledger, pod, ['Pulled', 'Started', 'Killing'], name)?.reason === 'Started',
	);
	return (
		found && {
			message: (told) => told.pods.hookRuns(found.words(told)),
			field: hookField(found),
			stage: 'kubelet.hook.postStart',
			advice: [({pods}) => pods.hookEnds],
			candidates: [{field: [...found.field, 'lifecycle'], change: {remove: true}}],
		}
	);
};

/** Problems of postStart hooks. */
export const hookRows: readonly Row[] = [
	row('postStart fails', 'v1 Pod', (pod, {ledger}) => hookFailed(pod, ledger)),
	row('postStart runs', 'v1 Pod', (pod, {ledger}) => hookRuns(pod, ledger)),
];
