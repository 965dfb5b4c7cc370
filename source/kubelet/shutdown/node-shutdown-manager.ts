import type {EventRecorder} from '../../client/event-recorder.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, receive, sleep, type Routine} from '../../kernel/routine.js';
import type {KubeletConfiguration, ShutdownPeriod} from '../../objects/kubelet-configuration.js';
import {note} from '../../stages/note.js';
import type {Admission} from '../node/admission.js';
import {disruptionTarget} from '../node/disruption-target.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podName} from '../node/pod-names.js';
import type {Host} from '../../host/host.js';
import type {PodWorkers} from '../workers/pod-workers.js';
import {shutdownGrace, shutdownGroups, shutdownPeriods, type ShutdownGroup} from './shutdown-groups.js';

/** The other parts of the kubelet that the shutdown manager uses. */
export interface NodeShutdownParts {
	readonly host: Host;
	readonly recorder: EventRecorder;
	readonly node: OwnNode;
	readonly configuration: KubeletConfiguration;
	readonly workers: PodWorkers;
	/** Pods on the node that have not ended. */
	readonly pods: () => readonly NodePod[];
	/** Lets the kubelet report its Node at once. */
	readonly report: () => void;
}

const handler = 'NodeShutdown';
const message = 'Pod was terminated in response to imminent node shutdown.';
/** The interval of checks whether the volumes of Pods are unmounted, in milliseconds. */
const pollMs = 300;

/**
Ends the Pods of a node before its system shuts down. It holds an inhibitor lock of logind, ends the Pods group by group, the least
important first, and releases the lock.

Simplified: the system is off as soon as the lock is released; systemd would first end its services.

@see https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#graceful-node-shutdown
@mirrors k8s.io/kubernetes/pkg/kubelet/nodeshutdown managerImpl
*/
export class NodeShutdownManager {
	readonly #periods: readonly ShutdownPeriod[];
	readonly #mailbox: Mailbox<boolean>;
	#isShuttingDown = false;

	constructor(readonly parts: NodeShutdownParts) {
		this.#periods = shutdownPeriods(parts.configuration);
		this.#mailbox = new Mailbox(`kubelet/${parts.node.options.name}/node-shutdown-manager`);
	}

	/** Whether it is configured: otherwise a shutdown is as sudden as a loss of power. */
	get isOn(): boolean {
		return this.#periods.length > 0;
	}

	/** The reason why the node is not ready. @mirrors managerImpl.ShutdownStatus */
	get notReady(): string | undefined {
		return this.#isShuttingDown ? 'node is shutting down' : undefined;
	}

	/** Refuses all Pods while the node shuts down. @returns `undefined` where nothing is configured. @mirrors managerImpl.Admit */
	admit(): Admission | undefined {
		if (!this.isOn) {
			return undefined;
		}

		return this.#isShuttingDown
			? {admit: false, handler, reason: 'NodeShutdown', message: 'Pod was rejected as the node is shutting down.'}
			: {admit: true, handler};
	}

	/** The process that waits for logind. */
	*run(): Routine {
		const {kernel, shutdowns} = this.parts.host;
		const node = this.parts.node.options.name;
		kernel.atExit(shutdowns.monitor((isShuttingDown) => kernel.send(this.#mailbox, isShuttingDown)));
		let release = yield* this.#inhibit();
		for (;;) {
			this.#isShuttingDown = yield* receive(this.#mailbox);
			yield* active();
			yield* this.#announce();
			if (this.#isShuttingDown) {
				yield* this.#endPods();
				yield* note('kubelet.shutdown', {case: 'released', node});
				release();
			} else {
				release();
				release = yield* this.#inhibit();
			}
		}
	}

	/** Holds the lock while the kubelet runs. @returns a function that releases it. */
	*#inhibit(): Routine<() => void> {
		const {host, node} = this.parts;
		const delayMs =
			1000 * this.#periods.reduce((sum, {shutdownGracePeriodSeconds}) => sum + shutdownGracePeriodSeconds, 0);
		const release = host.shutdowns.inhibit(delayMs);
		const keep = host.kernel.atExit(release);
		yield* note('kubelet.shutdown', {case: 'inhibit', node: node.options.name, delayMs});
		return () => {
			keep();
			release();
		};
	}

	/** Reports in the API that the node shuts down, or no longer does. */
	*#announce(): Routine {
		const {node, recorder, report} = this.parts;
		const {name} = node.options;
		yield* note('kubelet.shutdown', {case: this.#isShuttingDown ? 'detected' : 'cancelled', node: name});
		report();
		const what = this.#isShuttingDown ? 'event' : 'cancellation';
		const reference = {apiVersion: 'v1', kind: 'Node', metadata: {name, uid: name}};
		yield* recorder.event(reference, 'Normal', 'NodeShutdown', `Shutdown manager detected shutdown ${what}`);
	}

	/** @mirrors podManager.killPods */
	*#endPods(): Routine {
		for (const group of shutdownGroups(this.#periods, this.parts.pods())) {
			if (group.pods.length > 0) {
				yield* this.#endGroup(group);
			}
		}
	}

	*#endGroup({pods, ...period}: ShutdownGroup<NodePod>): Routine {
		const {host, node, workers} = this.parts;
		const {kernel} = host;
		const {priority, shutdownGracePeriodSeconds: seconds} = period;
		yield* note('kubelet.shutdown', {
			case: 'group',
			node: node.options.name,
			priority,
			seconds,
			pods: pods.map(({pod}) => ({pod: podName(pod), graceSeconds: shutdownGrace(pod, period)})),
		});
		for (const {uid, pod} of pods) {
			const work = workers.of(uid);
			work?.end({
				phase: 'Failed',
				reason: 'Terminated',
				message,
				graceSeconds: shutdownGrace(pod, period),
				condition: disruptionTarget(pod, kernel.timestamp(), message),
			});
			work?.wake({case: 'shutdown', node: node.options.name});
		}

		const untilMs = kernel.now + seconds * 1000;
		const left = () => pods.filter(({uid}) => workers.couldRun(uid));
		while (left().length > 0 && kernel.now < untilMs) {
			yield* sleep(Math.min(pollMs, untilMs - kernel.now));
		}

		const late = left().map(({pod}) => podName(pod));
		yield* note(
			'kubelet.shutdown',
			{case: 'group-ended', node: node.options.name, priority, count: pods.length, late},
			late.length > 0 ? {outcome: 'warning'} : {},
		);
	}
}
