import type {Pod, ResourceQuota} from '../../objects/kubernetes.generated.js';
import {canonicalQuantity, compareQuantities, subtractQuantities} from '../../objects/quantity.js';
import type {Routine} from '../../kernel/routine.js';
import {RequestFailure} from '../failure.js';
import {refuse, type AdmissionAttributes, type AdmissionContext, type AdmissionPlugin} from './plugin.js';
import {addUsage, inScope, unnamedResources, usageOf} from './quota-usage.js';

type Amounts = Readonly<Record<string, string>>;

const uncounted = new Set(['events', 'bindings', 'namespaces']);
const retries = 5;

/**
Charges what a request would use to the quotas of the namespace, before it is stored; what does not fit is refused.

Runs last, so that nothing is charged for a request that another plug-in refuses.

@see https://kubernetes.io/docs/concepts/policy/resource-quotas/
@mirrors resourcequota.QuotaAdmission.Validate, quotaEvaluator.checkRequest
*/
export const resourceQuota: AdmissionPlugin = {
	name: 'ResourceQuota',

	handles: ({operation, resource, subresource, namespace}) =>
		namespace !== '' &&
		resource.namespaced &&
		!uncounted.has(resource.plural) &&
		((operation === 'CREATE' && subresource === '') ||
			(operation === 'UPDATE' &&
				resource.group === '' &&
				((subresource === '' && (resource.plural === 'services' || resource.plural === 'persistentvolumeclaims')) ||
					(subresource === 'resize' && resource.plural === 'pods')))),

	validate: (attributes, context) => charge(attributes, context),
};

function* charge(attributes: AdmissionAttributes, context: AdmissionContext): Routine<string> {
	const {namespace, resource, object, oldObject, dryRun} = attributes;
	for (let attempt = 0; ; attempt++) {
		const quotas = context.reader.list('resourcequotas', namespace);
		if (quotas.length === 0) {
			return `The namespace "${namespace}" has no quota.`;
		}

		const before = oldObject && attributes.operation === 'UPDATE' ? usageOf(attributes, oldObject) : undefined;
		const usage = growth(usageOf(attributes, object!), before);
		const charges = quotas
			.filter((quota) => inScope(quota, resource.plural, object!))
			.flatMap((quota) => {
				const result = chargeTo(quota, usage, attributes);
				if (typeof result === 'string') {
					throw refuse(attributes, result);
				}

				return result ? [{quota, result}] : [];
			});
		if (charges.length === 0) {
			return `No quota of the namespace "${namespace}" counts ${resource.plural} like this.`;
		}

		const words = charges.map(({quota, result}) => `"${quota.metadata.name}" (${print(result.requested)})`).join(', ');
		if (dryRun) {
			return `It fits into the quota ${words}; a dry run is not charged.`;
		}

		try {
			for (const {quota, result} of charges) {
				yield* context.update('resourcequotas', {
					...quota,
					status: {...quota.status, used: {...quota.status?.used, ...result.used}},
				} as ResourceQuota);
			}

			return `It fits, and is charged to the quota ${words}.`;
		} catch (error) {
			// Somebody else was charged in between: look again at what is left.
			if (!(error instanceof RequestFailure) || error.status.code !== 409 || attempt >= retries) {
				throw error;
			}
		}
	}
}

/** What is used beyond before; less counts nothing, the quota controller gives it back. */
const growth = (after: Amounts, before: Amounts | undefined): Amounts =>
	before
		? Object.fromEntries(
				Object.entries(after)
					.map(([name, amount]): [string, string] => [name, subtractQuantities(amount, before[name] ?? '0')])
					.filter(([, amount]) => compareQuantities(amount, '0') > 0),
			)
		: after;

/** What the quota's usage becomes, `undefined` when it does not count this, or why it is refused. */
export const chargeTo = (
	quota: ResourceQuota,
	usage: Amounts,
	{object, resource, operation}: Pick<AdmissionAttributes, 'object' | 'resource' | 'operation'>,
): {readonly requested: Amounts; readonly used: Amounts} | string | undefined => {
	// A quota whose status the controller has yet to write limits nothing.
	const hard = (quota.status?.hard ?? {}) as Amounts;
	const name = quota.metadata.name!;
	if (resource.plural === 'pods' && operation === 'CREATE') {
		const unnamed = unnamedResources(object as Pod, Object.keys(hard));
		if (unnamed !== undefined) {
			return `failed quota: ${name}: must specify ${unnamed}`;
		}
	}

	const requested = pick(usage, Object.keys(hard));
	const names = Object.keys(requested);
	if (names.length === 0) {
		return undefined;
	}

	const unknown = names.filter((key) => quota.status?.used?.[key] === undefined);
	if (unknown.length > 0) {
		return `status unknown for quota: ${name}, resources: ${unknown.sort().join(',')}`;
	}

	const before = pick(quota.status!.used as Amounts, names);
	const used = addUsage(before, requested);
	const exceeded = names.filter(
		(key) => compareQuantities(used[key]!, hard[key]!) > 0 && compareQuantities(requested[key]!, '0') > 0,
	);
	return exceeded.length > 0
		? `exceeded quota: ${name}, requested: ${print(pick(requested, exceeded))}, used: ${print(pick(before, exceeded))}, limited: ${print(pick(hard, exceeded))}`
		: {
				requested,
				used: Object.fromEntries(Object.entries(used).map(([key, amount]) => [key, canonicalQuantity(amount)])),
			};
};

const pick = (amounts: Amounts, names: readonly string[]): Amounts =>
	Object.fromEntries(Object.entries(amounts).filter(([name]) => names.includes(name)));

/** `limits.cpu=2,pods=1`: sorted, canonical. */
const print = (amounts: Amounts): string =>
	Object.keys(amounts)
		.sort()
		.map((name) => `${name}=${canonicalQuantity(amounts[name]!)}`)
		.join(',');
