import type {Outward, OutwardHead} from '../client/outward.js';
import {parseDuration} from '../go/duration.js';
import {isRecord} from '../kernel/record.js';
import {sleep, type Routine} from '../kernel/routine.js';
import {parseLabelSelector} from '../objects/label-selector.js';
import {matchesRequirements} from '../objects/labels.js';
import type {DescribedExtender, ExtenderConfig} from '../objects/scheduler-configuration/configuration.js';
import {note} from '../stages/note.js';
import type {Filtering, Verdict} from './filtering.js';
import type {ProfilePlugin} from './framework.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';

/** The name under which the scheduler counts refusals by extenders. @mirrors framework.ExtenderName */
export const extenderName = 'Extender';

/** The plug-in that represents the extenders: any event may change their answers. */
export const extenderPlugin: ProfilePlugin = {
	name: extenderName,
	weight: 0,
	concerns: undefined,
	preEnqueue: undefined,
	worthRetrying: () => true,
	look: undefined,
	score: undefined,
};

/** The connection to extenders. */
export interface ExtenderOptions {
	readonly extenders: readonly ExtenderConfig[];
	/** Extenders that the scenario describes answer by themselves. */
	readonly described: readonly DescribedExtender[];
	/** The calls to servers outside the simulation. */
	readonly outward?: Outward;
}

/** An answer, or the error of the call. */
type Answer = {readonly body: unknown} | {readonly error: string};

const defaultTimeoutMs = 5000;
/** The default longest answer time of a scenario's extender. */
const roundTripMs = 2;
const mostPoints = 10;

/** Points of a node count ten times as much as those of an extender. */
const scale = 100 / mostPoints;

const without = (text: string, end: string): string => (text.endsWith(end) ? text.slice(0, -end.length) : text);

/**
Servers that filter, score and bind after the plug-ins.

Simplified: `preemptVerb` is not called.

@see https://kubernetes.io/docs/concepts/extend-kubernetes/#scheduler-extensions
@mirrors k8s.io/kubernetes/pkg/scheduler HTTPExtender
*/
export class Extenders {
	constructor(private readonly options: ExtenderOptions) {}

	/** The extenders that a Pod concerns. */
	#of({requests}: PodInfo): readonly ExtenderConfig[] {
		return this.options.extenders.filter(
			({managedResources = []}) =>
				managedResources.length === 0 || managedResources.some(({name}) => requests[name] !== undefined),
		);
	}

	/**
	The nodes left by extenders, of those that passed the plug-ins.

	@returns the filtering with their refusals; with an error when an extender fails that is not ignorable.
	@mirrors findNodesThatPassExtenders
	*/
	*filter(pod: PodInfo, filtering: Filtering): Routine<Filtering> {
		let {feasible} = filtering;
		const refusals = new Map<string, Verdict>(filtering.refusals);
		for (const extender of this.#of(pod)) {
			if (feasible.length === 0) {
				break;
			}

			if (!extender.filterVerb) {
				continue;
			}

			const answer = yield* this.#ask(extender, extender.filterVerb, pod, feasible);
			const result = 'error' in answer ? answer : filterResult(answer.body, feasible);
			if ('error' in result) {
				yield* this.#failed(extender, extender.filterVerb, result.error);
				if (extender.ignorable) {
					continue;
				}

				return {...filtering, feasible: [], refusals, error: result.error, isOutside: true};
			}

			const {left, failed} = result;
			yield* note(
				'scheduler.extender',
				{
					case: 'filters',
					url: extender.urlPrefix,
					refused: failed.map(({node}) => node),
					reasons: [...new Set(failed.map(({reason}) => reason))],
					left: left.map(({name}) => name),
				},
				failed.length > 0 ? {outcome: 'refused'} : {},
			);
			for (const {node, reason, resolvable} of failed) {
				refusals.set(node, {plugin: extenderName, refusal: {reasons: [reason], resolvable}});
			}

			feasible = left;
		}

		return {...filtering, feasible, refusals};
	}

	/** The extender that binds the Pod in place of DefaultBinder. */
	binderOf(pod: PodInfo): ExtenderConfig | undefined {
		return this.#of(pod).find(({bindVerb}) => bindVerb);
	}

	/** Lets an extender bind a Pod: it writes the Binding itself. @returns the error, if it failed. @mirrors HTTPExtender.Bind */
	*bind(extender: ExtenderConfig, {pod}: PodInfo, node: string): Routine<string | undefined> {
		const {bindVerb = ''} = extender;
		const {name, namespace, uid} = pod.metadata;
		const body = {PodName: name, PodNamespace: namespace, PodUID: uid, Node: node};
		const answer = yield* this.#send(extender, bindVerb, body, [node]);
		const error = 'error' in answer ? answer.error : field(answer.body, 'error');
		if (typeof error !== 'string' || error === '') {
			return undefined;
		}

		yield* this.#failed(extender, bindVerb, error);
		return error;
	}

	/**
	Adds the points of the extenders to the totals of the plug-ins.

	@param totals parallel to the nodes.
	@mirrors prioritizeNodes: an extender that fails adds nothing.
	*/
	*prioritize(pod: PodInfo, nodes: readonly NodeInfo[], totals: readonly number[]): Routine<readonly number[]> {
		let sums = totals;
		for (const extender of this.#of(pod)) {
			const {prioritizeVerb, weight = 1, urlPrefix} = extender;
			if (!prioritizeVerb) {
				continue;
			}

			const answer = yield* this.#ask(extender, prioritizeVerb, pod, nodes);
			if ('error' in answer) {
				yield* this.#failed(extender, prioritizeVerb, answer.error);
				continue;
			}

			const points = pointsIn(answer.body);
			const own = nodes.map(({name}) => (points.get(name) ?? 0) * weight * scale);
			sums = sums.map((sum, index) => sum + (own[index] ?? 0));
			yield* note('scheduler.extender', {
				case: 'scores',
				url: urlPrefix,
				weight,
				nodes: nodes.map(({name}) => name),
				points: nodes.map(({name}) => points.get(name) ?? 0),
				added: own,
			});
		}

		return sums;
	}

	*#ask(extender: ExtenderConfig, verb: string, pod: PodInfo, nodes: readonly NodeInfo[]): Routine<Answer> {
		const {nodeCacheCapable = false} = extender;
		const body = {
			Pod: pod.pod,
			Nodes: nodeCacheCapable ? null : {items: nodes.map(({node}) => node)},
			NodeNames: nodeCacheCapable ? nodes.map(({name}) => name) : null,
		};
		const names = nodes.map(({name}) => name);
		return yield* this.#send(extender, verb, body, names, (described) =>
			verb === extender.prioritizeVerb ? scoresOf(described, nodes) : refusalsOf(described, nodes),
		);
	}

	/** @param planned the answer of an extender that the scenario describes. */
	*#send(
		{urlPrefix, tlsConfig, httpTimeout}: ExtenderConfig,
		verb: string,
		body: unknown,
		nodes: readonly string[],
		planned?: (described: DescribedExtender) => unknown,
	): Routine<Answer> {
		const url = `${without(urlPrefix, '/')}/${verb}`;
		const described =
			planned && this.options.described.find((one) => without(one.urlPrefix, '/') === without(urlPrefix, '/'));
		const timeoutMs = httpTimeout === undefined ? defaultTimeoutMs : (parseDuration(httpTimeout) ?? defaultTimeoutMs);
		const waiting = described
			? undefined
			: this.options.outward?.send({
					method: 'POST',
					url,
					...(tlsConfig?.caData === undefined ? {} : {caBundle: tlsConfig.caData}),
					...(tlsConfig?.serverName === undefined ? {} : {serverName: tlsConfig.serverName}),
					...(tlsConfig?.insecure ? {insecure: true} : {}),
					headers: {'content-type': 'application/json'},
					body: JSON.stringify(body),
					timeoutMs,
				});
		yield* note('scheduler.extender', {case: 'asks', url, nodes});
		if (waiting) {
			return answerIn(yield* waiting(), url, verb);
		}

		const post = `Post ${JSON.stringify(url)}:`;
		if (!described || !planned) {
			return {error: `${post} dial tcp: connect: connection refused`};
		}

		const {takesMs = roundTripMs, fails} = described;
		yield* sleep(Math.min(takesMs, timeoutMs));
		if (takesMs > timeoutMs) {
			return {error: `${post} context deadline exceeded`};
		}

		return fails === undefined ? {body: planned(described)} : {error: fails};
	}

	#failed({urlPrefix, ignorable = false}: ExtenderConfig, verb: string, message: string): Routine {
		return note(
			'scheduler.extender',
			{case: 'fails', url: `${without(urlPrefix, '/')}/${verb}`, message, ignored: ignorable},
			{outcome: 'failed'},
		);
	}
}

/** @mirrors HTTPExtender.send */
const answerIn = (head: OutwardHead, url: string, verb: string): Answer => {
	if ('error' in head) {
		return {error: `Post ${JSON.stringify(url)}: ${head.error}`};
	}

	if (head.status !== 200) {
		return {error: `failed ${verb} with extender at URL ${url}, code ${head.status}`};
	}

	try {
		const body: unknown = JSON.parse(head.text);
		return {body};
	} catch {
		return {error: `the answer of ${url} is not JSON`};
	}
};

const selects = (selector: string, {labels}: NodeInfo): boolean =>
	matchesRequirements(parseLabelSelector(selector), labels);

/** The answer to a filter that a scenario describes: the first rule that selects a node refuses it. */
const refusalsOf = ({refuses = []}: DescribedExtender, nodes: readonly NodeInfo[]): unknown => {
	const names: string[] = [];
	const failed: Record<string, string> = {};
	const unresolvable: Record<string, string> = {};
	for (const node of nodes) {
		const rule = refuses.find((one) => selects(one.nodes, node));
		if (rule) {
			(rule.unresolvable ? unresolvable : failed)[node.name] = rule.reason;
		} else {
			names.push(node.name);
		}
	}

	return {NodeNames: names, FailedNodes: failed, FailedAndUnresolvableNodes: unresolvable};
};

/** The points that a scenario describes: those of the first rule that selects a node. */
const scoresOf = ({scores = []}: DescribedExtender, nodes: readonly NodeInfo[]): unknown =>
	nodes.map((node) => ({Host: node.name, Score: scores.find((one) => selects(one.nodes, node))?.score ?? 0}));

/** A field as Go's decoder finds it, with a name in any case. */
const field = (value: unknown, name: string): unknown =>
	isRecord(value) ? Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] : undefined;

interface FilterResult {
	readonly left: readonly NodeInfo[];
	readonly failed: ReadonlyArray<{readonly node: string; readonly reason: string; readonly resolvable: boolean}>;
}

/** @mirrors HTTPExtender.Filter */
const filterResult = (body: unknown, nodes: readonly NodeInfo[]): FilterResult | {readonly error: string} => {
	const error = field(body, 'error');
	if (typeof error === 'string' && error !== '') {
		return {error};
	}

	const names = field(body, 'nodeNames');
	const items = field(field(body, 'nodes'), 'items');
	const itemNames = Array.isArray(items)
		? items.map((item) => String(field(field(item, 'metadata'), 'name')))
		: undefined;
	const given = Array.isArray(names) ? names.map(String) : itemNames;
	const unknown = given?.find((name) => nodes.every((node) => node.name !== name));
	if (unknown !== undefined) {
		return {
			error: `extender claims a filtered node ${JSON.stringify(unknown)} which is not found in the input node list`,
		};
	}

	const refusedBy = (key: string, resolvable: boolean): FilterResult['failed'] => {
		const map = field(body, key);
		return isRecord(map)
			? Object.entries(map).map(([node, reason]) => ({node, reason: String(reason), resolvable}))
			: [];
	};
	return {
		left: given ? nodes.filter(({name}) => given.includes(name)) : [],
		failed: [...refusedBy('failedNodes', true), ...refusedBy('failedAndUnresolvableNodes', false)],
	};
};

const pointsIn = (body: unknown): ReadonlyMap<string, number> =>
	new Map(
		(Array.isArray(body) ? body : []).map((entry) => [
			String(field(entry, 'host')),
			Number(field(entry, 'score')) || 0,
		]),
	);
