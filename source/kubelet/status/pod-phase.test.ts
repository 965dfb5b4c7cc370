import test from 'ava';
import type {Container, ContainerState, ContainerStatus, Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import {isInitialized, podPhase} from './pod-phase.js';

/** `r`unning, `w`aiting, ended with `0` or `1`, `s`tarted sidecar, `u`nstarted sidecar, `b`ack-off after a failure. */
type Sign = 'r' | 'w' | '0' | '1' | 's' | 'u' | 'b';

const ended = (exitCode: number): ContainerState => ({terminated: {exitCode}});

const states: Readonly<Record<Sign, Partial<ContainerStatus>>> = {
	r: {state: {running: {}}},
	w: {state: {waiting: {}}},
	'0': {state: ended(0)},
	'1': {state: ended(1)},
	s: {state: {running: {}}, started: true},
	u: {state: {running: {}}, started: false},
	b: {state: {waiting: {}}, lastState: ended(1)},
};

const signsOf = (text: string): readonly Sign[] => [...text].flatMap((sign) => (isSign(sign) ? [sign] : []));
const isSign = (sign: string): sign is Sign => sign in states;

const containers = (text: string, prefix: string): readonly Container[] =>
	signsOf(text).map((sign, index) => ({
		name: `${prefix}${index}`,
		image: 'a',
		...(sign === 's' || sign === 'u' ? {restartPolicy: 'Always' as const} : {}),
	}));

const statuses = (text: string, prefix: string): readonly ContainerStatus[] =>
	signsOf(text).map((sign, index) => ({
		name: `${prefix}${index}`,
		image: 'a',
		imageID: '',
		ready: false,
		restartCount: 0,
		...states[sign],
	}));

type Phase = NonNullable<PodStatus['phase']>;
type Policy = NonNullable<Pod['spec']['restartPolicy']>;

const podOf = (policy: Policy, init: string, main: string): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''},
	spec: {restartPolicy: policy, initContainers: containers(init, 'i'), containers: containers(main, 'c')},
	status: {},
});

const table: ReadonlyArray<readonly [policy: Policy, init: string, main: string, phase: Phase, terminal?: Phase]> = [
	['Always', '', 'rr', 'Running'],
	['Always', '', 'rw', 'Pending', 'Failed'],
	['Always', '', 'r0', 'Running'],
	['Always', '', '00', 'Running', 'Succeeded'],
	['Always', '', 'b', 'Running', 'Failed'],
	['OnFailure', '', '00', 'Succeeded'],
	['OnFailure', '', '01', 'Running', 'Failed'],
	['Never', '', '00', 'Succeeded'],
	['Never', '', '01', 'Failed'],
	['Never', '', 'r1', 'Running'],
	['Always', 'w', 'w', 'Pending', 'Failed'],
	['Always', '1', 'w', 'Pending', 'Failed'],
	['Never', '1', 'w', 'Failed'],
	['Never', 'b', 'w', 'Failed'],
	['Always', '0', 'r', 'Running'],
	['Always', 'u', 'w', 'Pending', 'Failed'],
	['Always', 's', 'r', 'Running'],
	// A sidecar that restarts holds no Pod back whose main containers run.
	['Always', 'u', 'r', 'Running'],
	// An init container that has not run holds a Pod back even beside main containers.
	['Always', 'w', 'r', 'Pending', 'Failed'],
];

for (const [policy, init, main, phase, terminal = phase] of table) {
	test(`a Pod with ${policy}, init containers "${init}" and containers "${main}" is ${phase}, in the end ${terminal}`, (t) => {
		const pod = podOf(policy, init, main);
		const phaseOf = (isTerminal: boolean) => podPhase(pod, statuses(main, 'c'), statuses(init, 'i'), isTerminal);
		t.is(phaseOf(false), phase);
		t.is(phaseOf(true), terminal);
	});
}

test('a Pod is initialized when its init containers have succeeded and its sidecars have started', (t) => {
	const isDone = (init: string) => isInitialized(podOf('Always', init, 'w'), statuses(init, 'i'));
	t.deepEqual(
		['', '0', '0s', 's0', '1', 'w', 'u', '0u', 'r'].map((init) => isDone(init)),
		[true, true, true, true, false, false, false, false, false],
	);
});
