import type {Mailbox} from '../kernel/mailbox.js';
import {take, type Routine} from '../kernel/routine.js';
import type {RuntimeContainer} from '../machine/container.js';
import type {ContainerLife} from '../machine/container-life.js';
import type {CallFault, Fault} from '../objects/fault.js';
import {bytes} from '../objects/quantity.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {FaultGround} from './ground.js';
import {endedNodes, presentNodes} from './present-nodes.js';
import {isOnNode} from './processes.js';

type NodeFault = Extract<Fault, {kind: 'shortage' | 'kill' | 'calls' | 'power'}>;
type Power = Extract<Fault, {kind: 'power'}>;
type Shutdown = Extract<Fault, {kind: 'shutdown'}>;
type Shortage = Extract<Fault, {kind: 'shortage'}>;
type Kill = Extract<Fault, {kind: 'kill'}>;

/** The bytes of an amount such as `1%` or `50Mi` of a capacity. */
const bytesFree = (free: string, capacity: number): number =>
	free.endsWith('%') ? (capacity * Number(free.slice(0, -1))) / 100 : bytes(free);

/** Starts a fault on a node. @returns a function that ends it, if it lasts. */
export function* beginNodeFault(ground: FaultGround, fault: NodeFault): Routine<(() => void) | undefined> {
	switch (fault.kind) {
		case 'shortage': {
			return yield* shortage(ground, fault);
		}

		case 'kill': {
			yield* kill(ground, fault);
			return undefined;
		}

		case 'calls': {
			return yield* failCalls(ground, fault);
		}

		case 'power': {
			return yield* powerOff(ground, fault);
		}
	}
}

function* shortage(
	{kernel, nodes, scenario}: FaultGround,
	{node, of, free, forMs}: Shortage,
): Routine<(() => void) | undefined> {
	const capacity = presentNodes(kernel, scenario).find(({name}) => name === node)?.capacity ?? {};
	const total = bytes(capacity[of === 'disk' ? 'ephemeral-storage' : 'memory']);
	const end = nodes.get(node)?.machine.troubles.leave(of, bytesFree(free, total));
	yield* note('fault.shortage', {node, of, free, forMs}, {outcome: 'warning'});
	return end;
}

function* failCalls({nodes, ...ground}: FaultGround, {node, call, times, forMs}: CallFault): Routine<() => void> {
	const ends = presentNodes(ground.kernel, ground.scenario)
		.filter(({name}) => node === '*' || name === node)
		.flatMap(({name}) => nodes.get(name)?.machine.troubles.fail(call, times) ?? []);
	const unobserve = nodes.observe(({name, machine}) => {
		if (node === '*' || name === node) {
			ends.push(machine.troubles.fail(call, times));
		}
	});
	yield* note('fault.calls', {node, call, times, forMs}, {outcome: 'warning'});
	return () => {
		unobserve();
		for (const end of ends) {
			end();
		}
	};
}

/** The running containers of a Pod, on any node. */
const containersOf = (
	{kernel, nodes, scenario}: FaultGround,
	pod: string,
): ReadonlyArray<{readonly life: ContainerLife; readonly container: RuntimeContainer}> =>
	presentNodes(kernel, scenario).flatMap(({name}) => {
		const node = nodes.get(name);
		const {life, containers} = node?.machine ?? {};
		return (node?.runtime.podUIDs() ?? []).flatMap((uid) =>
			(containers?.containersOf(uid) ?? []).flatMap((container) =>
				life && container.isRunning && `${container.sandbox.namespace}/${container.sandbox.pod}` === pod
					? [{life, container}]
					: [],
			),
		);
	});

function* kill(ground: FaultGround, {pod, container: wanted, signal}: Kill): Routine {
	const found = containersOf(ground, pod).find(({container: {name}}) => wanted === undefined || name === wanted);
	const [namespace = '', name = ''] = pod.split('/');
	const object = registryKey('pods', namespace, name);
	if (!found) {
		const message = `no container${wanted === undefined ? '' : ` ${wanted}`} of ${pod} runs`;
		yield* note('fault.refused', {words: `kill ${pod}`, message}, {outcome: 'refused'});
		return;
	}

	const {life, container} = found;
	if (signal === 'KILL') {
		ground.kernel.processes.crash(container.process);
		life.exited(container, 137, 'Error');
	} else {
		ground.kernel.send(container.signals, 'SIGTERM');
	}

	yield* note(
		'fault.kill',
		{pod, container: container.name, pid: container.pid, signal: `SIG${signal}`},
		{object, outcome: 'warning'},
	);
}

/** Simulates a node crash: all processes are lost until the node starts again. */
function* powerOff({kernel, nodes}: FaultGround, {kind, node, forMs}: Power | Shutdown): Routine<() => void> {
	const services = [...kernel.processes.values()]
		.filter(({name, state}) => state !== 'ended' && isOnNode(name, node) && name.split('/').length === 2)
		.map(({name}) => name);
	for (const name of services) {
		kernel.processes.crash(name);
	}

	nodes.get(node)?.runtime.losePower();
	yield* kind === 'shutdown'
		? note('fault.power', {node, isOn: false, forMs, isOrderly: true}, {outcome: 'warning'})
		: note('fault.power', {node, isOn: false, forMs}, {outcome: 'failed'});
	return () => {
		// A cloud may have ended the node meanwhile.
		if (!endedNodes(kernel).includes(node)) {
			for (const name of services) {
				kernel.processes.restart(name);
			}
		}
	};
}

/**
The system of a node shuts down, after its kubelet has ended the Pods, if the kubelet delays the shutdown for that.

@param ends receives a message when the shutdown is cancelled, or when no program delays it any longer.
@returns a function that starts the node again; `undefined` if the shutdown was cancelled.
*/
export function* shutDown(
	ground: FaultGround,
	fault: Shutdown,
	ends: Mailbox<'healed' | 'released'>,
): Routine<(() => void) | undefined> {
	const {kernel, nodes} = ground;
	const {node, forMs} = fault;
	const logind = nodes.get(node)?.machine.shutdowns;
	const delayMs = logind?.delayMs ?? 0;
	yield* note('fault.shutdown', {node, delayMs, forMs}, {outcome: 'warning'});
	if (logind && delayMs > 0) {
		logind.prepare(() => kernel.send(ends, 'released'));
		const word = yield* take(ends, {timeoutMs: delayMs});
		if (word === 'healed') {
			logind.cancel();
			return undefined;
		}
	}

	return yield* powerOff(ground, fault);
}
