import {parseDuration} from '../go/duration.js';
import {parseTimestamp} from '../kernel/clock.js';
import type {Random} from '../kernel/random.js';
import {matchesLabels} from '../objects/labels.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {celValue, ExpressionError, isMet, jqOf, valuesOf} from './expression.js';
import type {ExpressionFrom, MatchExpression, Requirement, Stage} from './stage.js';

/** An expression as a requirement of jq; its older form has the fields of one. */
const requirementOf = ({jq, key = '', operator, values}: MatchExpression): Requirement => {
	if (jq) {
		return jq;
	}

	if (operator === undefined) {
		throw new ExpressionError('invalid expression');
	}

	return {key, operator, ...(values ? {values} : {})};
};

const holds = (expression: MatchExpression, object: KubernetesObject): boolean => {
	if (!expression.cel) {
		return isMet(requirementOf(expression), object);
	}

	const value = celValue(expression.cel.expression, object);
	if (typeof value !== 'boolean') {
		throw new ExpressionError(`the expression ${expression.cel.expression} is not a bool`);
	}

	return value;
};

/** Whether a Stage selects an object; a Stage without a selector selects none. @throws {ExpressionError} */
export const isFor = ({spec: {selector}}: Stage, object: KubernetesObject): boolean => {
	if (!selector) {
		return false;
	}

	const {matchLabels, matchAnnotations, matchExpressions = []} = selector;
	const {labels, annotations} = object.metadata;
	return (
		matchesLabels(matchLabels, labels) &&
		matchesLabels(matchAnnotations, annotations) &&
		matchExpressions.every((expression) => holds(expression, object))
	);
};

/** A whole number as strconv.ParseInt reads it, with the base of its prefix. */
const parsedInt = (text: string): number | undefined =>
	/^[+-]?(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO]?[0-7]*|[1-9]\d*)$/.test(text)
		? Number(text.replace(/^([+-]?)0(?=\d)/, '$10o')) || 0
		: undefined;

/** The weight of a Stage for an object; `undefined` when its expression gives none. @mirrors pkg/utils/lifecycle int64From.Get */
export const weightOf = ({spec: {weight = 0, weightFrom}}: Stage, object: KubernetesObject): number | undefined => {
	if (weightFrom?.cel) {
		return Number(celValue(weightFrom.cel.expression, object));
	}

	const expression = weightFrom && jqOf(weightFrom);
	const [value] = expression === undefined ? [] : (valuesOf(expression, object) ?? []);
	if (typeof value === 'string') {
		return parsedInt(value);
	}

	return typeof value === 'number' ? Math.trunc(value) : weight;
};

/**
The next Stage of an object, chosen from several by chance and weight.

@throws {ExpressionError}
@mirrors sigs.k8s.io/kwok/pkg/utils/lifecycle Lifecycle.Match
*/
export const nextStage = (
	stages: readonly Stage[],
	object: KubernetesObject,
	random: Random,
): {readonly stage: Stage; readonly among: number} | undefined => {
	const found = stages.filter((stage) => isFor(stage, object));
	const among = found.length;
	const one = (some: readonly Stage[]) => {
		const stage = some[some.length > 1 ? random.below(some.length) : 0];
		return stage && {stage, among};
	};
	if (among < 2) {
		return one(found);
	}

	const weighed = found.map((stage) => ({stage, weight: weightOf(stage, object)}));
	const total = weighed.reduce((sum, {weight = 0}) => sum + weight, 0);
	if (total === 0) {
		const known = weighed.filter(({weight}) => weight !== undefined).map(({stage}) => stage);
		return one(known.length > 0 ? known : found);
	}

	let place = random.below(total);
	for (const {stage, weight = 0} of weighed) {
		place -= Math.max(0, weight);
		if (weight > 0 && place < 0) {
			return {stage, among};
		}
	}

	return one(found.slice(-1));
};

/** A duration in milliseconds: from an expression that results in a time or a duration, otherwise the given number. @mirrors pkg/utils/lifecycle durationFrom.Get */
const durationOf = (
	ms: number | undefined,
	from: ExpressionFrom | undefined,
	object: KubernetesObject,
	nowMs: number,
): number | undefined => {
	const cel = from?.cel && celValue(from.cel.expression, object);
	if (cel !== undefined) {
		return parseDuration(String(cel));
	}

	const expression = from && jqOf(from);
	const [value] = expression === undefined ? [] : (valuesOf(expression, object) ?? []);
	if (typeof value !== 'string') {
		return ms;
	}

	if (value === '') {
		return undefined;
	}

	const atMs = parseTimestamp(value);
	return Number.isNaN(atMs) ? (parseDuration(value) ?? ms) : atMs - nowMs;
};

/**
The delay of an object's Stage, in milliseconds.

@param nowMs the time on the cluster's clock.
@throws {ExpressionError}
@mirrors sigs.k8s.io/kwok/pkg/utils/lifecycle Stage.Delay
*/
export const delayOf = ({spec: {delay}}: Stage, object: KubernetesObject, nowMs: number, random: Random): number => {
	if (!delay) {
		return 0;
	}

	const {durationMilliseconds = 0, durationFrom, jitterDurationMilliseconds, jitterDurationFrom} = delay;
	const least = durationOf(durationMilliseconds, durationFrom, object, nowMs);
	if (least === undefined) {
		return 0;
	}

	const most = durationOf(jitterDurationMilliseconds, jitterDurationFrom, object, nowMs);
	if (most === undefined) {
		return Math.max(0, least);
	}

	return Math.max(0, most <= least ? most : least + random.below(most - least));
};
