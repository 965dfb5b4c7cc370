import {kindOf} from '../kinds.js';
import type {Incoming} from '../incoming.js';
import type {Amounts} from './amounts.js';
import type {ResourceQuota} from '../../objects/kubernetes.generated.js';
import {addQuantities, canonicalQuantity, compareQuantities, subtractQuantities} from '../../objects/quantity.js';
import {uncoveredBy, type LimitedResource, type UncoveredScopes} from './limited.js';
import {inScopes} from './scopes.js';
import {matchingNames, quotaUsage, type Counted} from './usage.js';

/** A quota with the amounts to add, and its usage afterwards. */
export interface Charge {
	readonly quota: ResourceQuota;
	readonly requested: Amounts;
	readonly used: Amounts;
}

const pick = (amounts: Amounts, names: readonly string[]): Amounts =>
	Object.fromEntries(Object.entries(amounts).filter(([name]) => names.includes(name)));

/** `limits.cpu=2,pods=1`: sorted, canonical. */
export const printAmounts = (amounts: Amounts): string =>
	Object.entries(amounts)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, amount]) => `${name}=${canonicalQuantity(amount)}`)
		.join(',');

/** Sum of two usages. */
export const addAmounts = (a: Amounts, b: Amounts): Amounts => {
	const sum: Record<string, string> = {...a};
	for (const [name, amount] of Object.entries(b)) {
		sum[name] = sum[name] === undefined ? amount : addQuantities(sum[name], amount);
	}

	return sum;
};

/** The increase of usage; a decrease counts as zero, since the quota controller releases it. */
const growth = (after: Amounts, before: Amounts | undefined): Amounts =>
	Object.fromEntries(
		Object.entries(after)
			.map(([name, amount]): [string, string] => [
				name,
				before ? subtractQuantities(amount, before[name] ?? '0') : amount,
			])
			.filter(([, amount]) => compareQuantities(amount, '0') > 0),
	);

/**
The charge of a request to each of the quotas, or the reason why it is refused. First every quota must be usable and the object must set every counted value; only then are the limits checked.

@mirrors resourcequota.CheckRequest
*/
export const chargeRequest = (
	quotas: readonly ResourceQuota[],
	resource: Counted,
	object: Incoming,
	oldObject?: Incoming,
	limited: readonly LimitedResource[] = [],
): readonly Charge[] | string | UncoveredScopes => {
	// A quota whose status the controller has yet to write limits nothing.
	const concerned = quotas.flatMap((quota) => {
		const names = matchingNames(resource, Object.keys(quota.status?.hard ?? {}));
		return names.length > 0 && inScopes(quota, resource, object) ? [{quota, names}] : [];
	});
	for (const {quota, names} of concerned) {
		const unnamed = kindOf(resource)?.quota?.unnamed?.(object, names);
		if (unnamed !== undefined) {
			return `failed quota: ${quota.metadata.name}: must specify ${unnamed}`;
		}

		if (names.some((name) => quota.status?.used?.[name] === undefined)) {
			return `status unknown for quota: ${quota.metadata.name}, resources: ${[...names].sort().join(',')}`;
		}
	}

	const usage = quotaUsage(resource, object);
	const negative = Object.entries(usage).flatMap(([name, amount]) =>
		compareQuantities(amount, '0') < 0 ? [name] : [],
	);
	if (negative.length > 0) {
		return `quota usage is negative for resource(s): ${negative.sort().join(',')}`;
	}

	const before = oldObject && quotaUsage(resource, oldObject);
	const deltas = concerned.map(({quota}) =>
		growth(usage, oldObject && inScopes(quota, resource, oldObject) ? before : undefined),
	);
	const isFree = (concerned.length === 0 ? [growth(usage, before)] : deltas).every(
		(delta) => Object.keys(delta).length === 0,
	);
	const uncovered = isFree
		? undefined
		: uncoveredBy(limited, resource, object, usage, quotas, new Set(concerned.flatMap(({names}) => names)));
	if (uncovered !== undefined) {
		return uncovered;
	}

	const charges: Charge[] = [];
	for (const [index, {quota}] of concerned.entries()) {
		const charge = chargeTo(quota, deltas[index] ?? {});
		if (typeof charge === 'string') {
			return charge;
		}

		if (charge) {
			charges.push(charge);
		}
	}

	return charges;
};

const chargeTo = (quota: ResourceQuota, usage: Amounts): Charge | string | undefined => {
	const hard: Amounts = quota.status?.hard ?? {};
	const requested = pick(usage, Object.keys(hard));
	const names = Object.keys(requested);
	if (names.length === 0) {
		return undefined;
	}

	const before = pick(quota.status?.used ?? {}, names);
	const used = addAmounts(before, requested);
	const exceeded = names.filter((name) => compareQuantities(used[name] ?? '0', hard[name] ?? '0') > 0);
	return exceeded.length > 0
		? `exceeded quota: ${quota.metadata.name}, requested: ${printAmounts(pick(requested, exceeded))}, used: ${printAmounts(pick(before, exceeded))}, limited: ${printAmounts(pick(hard, exceeded))}`
		: {
				quota,
				requested,
				used: Object.fromEntries(Object.entries(used).map(([name, amount]) => [name, canonicalQuantity(amount)])),
			};
};
