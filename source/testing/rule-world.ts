import {Transitions} from '../invariants/transitions.js';
import {rules} from '../invariants/rules.js';
import {timestamp} from '../kernel/clock.js';
import {Kernel} from '../kernel/kernel.js';
import type {Facts} from '../kernel/routine.js';
import {must} from './must.js';

/** A moment of a run for a rule. */
export interface Moment {
	/** Virtual milliseconds since the run began. */
	readonly atMs?: number;
	/** The process of the stop. */
	readonly by?: string;
	readonly stage?: string;
	readonly facts?: Facts;
	/** Ledger key of the object that the stop is about. */
	readonly about?: string;
	/** The request of the stop, such as `update deployments/status web`. */
	readonly request?: string;
	/** Ledger keys with their new values; `undefined` deletes. */
	readonly writes?: Readonly<Record<string, object | undefined>>;
}

/** A run in which a rule finds a mistake, and the same run without it. */
export interface Proof {
	readonly rule: string;
	/** Processes that are alive. */
	readonly alive?: readonly string[];
	readonly moments: (isWrong: boolean) => readonly Moment[];
}

/** The time of the cluster's clock after so many virtual milliseconds. */
export const clockAt = (ms: number): string => timestamp(new Kernel().wallClockMs + ms);

/** A rule's findings in a run of these moments, followed by rest. */
export const findings = ({rule, alive = [], moments}: Proof, isWrong: boolean): readonly string[] => {
	const kernel = new Kernel();
	for (const process of alive) {
		kernel.spawn(process, process, function* () {
			// It has nothing to do.
		});
	}

	const transitions = new Transitions(kernel, [
		must(
			rules.find(({name}) => name === rule),
			`rule ${rule}`,
		),
	]);
	const found: string[] = [];
	const report = (key: string, _rule: string, what: string): void => {
		found.push(`${key}: ${what}`);
	};

	const present = new Map<string, object>();
	for (const [step, moment] of moments(isWrong).entries()) {
		const {atMs = 0, by = 'kubectl', stage = 'etcd.txn', facts, about, request, writes = {}} = moment;
		const changes = Object.entries(writes).map(([key, after]) => {
			const before = present.get(key);
			if (after) {
				present.set(key, after);
				kernel.ledger.write(key, after);
			} else {
				present.delete(key);
				kernel.ledger.delete(key);
			}

			return {step, key, before, after};
		});
		const frame = request && {name: request, component: 'kube-apiserver', step, number: step};
		transitions.see(
			{
				step,
				timeMs: atMs,
				process: by,
				component: by,
				depth: 1,
				stage,
				cause: -1,
				periodic: false,
				...(facts && {facts}),
				...(about !== undefined && {object: about}),
				...(frame && {frame}),
			},
			changes,
			report,
		);
	}

	transitions.rest(report);
	return found;
};

/** An object of the API. Its uid is derived from its name. */
export const object = (
	kind: string,
	name: string,
	{metadata, ...more}: {readonly metadata?: object; readonly [field: string]: unknown} = {},
): object => ({
	apiVersion: 'v1',
	kind,
	metadata: {name, namespace: 'default', uid: `uid-of-${name}`, ...metadata},
	...more,
});

/** The reference to an object that controls another. */
export const controlledBy = (kind: string, name: string): {readonly ownerReferences: readonly object[]} => ({
	ownerReferences: [{kind, name, uid: `uid-of-${name}`, controller: true}],
});

/** A Pod. By default, it is on `node-a`, runs and is ready. */
export const pod = (
	name: string,
	{
		metadata,
		spec,
		status,
		isReady = true,
	}: {readonly metadata?: object; readonly spec?: object; readonly status?: object; readonly isReady?: boolean} = {},
): object =>
	object('Pod', name, {
		metadata,
		spec: {nodeName: 'node-a', containers: [{name: 'main'}], ...spec},
		status: {
			phase: 'Running',
			conditions: [{type: 'Ready', status: isReady ? 'True' : 'False'}],
			...status,
		},
	});

/** A Node whose condition Ready has this status. */
export const node = (
	name: string,
	{
		ready = 'True',
		...more
	}: {readonly ready?: string; readonly metadata?: object; readonly [field: string]: unknown} = {},
): object =>
	object('Node', name, {
		spec: {},
		status: {
			conditions: [{type: 'Ready', status: ready, lastHeartbeatTime: clockAt(0), lastTransitionTime: clockAt(0)}],
		},
		...more,
	});

/** The key of a Pod in `default`. */
export const podKey = (name: string): string => `/registry/pods/default/${name}`;

/** The key of a Node. */
export const nodeKey = (name: string): string => `/registry/minions/${name}`;
