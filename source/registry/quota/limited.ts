import type {Incoming} from '../incoming.js';
import {compareQuantities} from '../../objects/quantity.js';
import type {ResourceQuota} from '../../objects/kubernetes.generated.js';
import type {ScopeExpression} from './scope-expression.js';
import {expressionsOf, inScope} from './scopes.js';
import type {Amounts} from './amounts.js';
import type {Counted} from './usage.js';

/** A resource that can be used only if a quota limits it. */
export interface LimitedResource {
	readonly apiGroup?: string;
	/** Plural name of the created resource: `pods`. */
	readonly resource: string;
	/** Parts of the names of used resources: `requests.cpu`, `.storageclass.storage.k8s.io/`. */
	readonly matchContains?: readonly string[];
	readonly matchScopes?: readonly ScopeExpression[];
}

/** The error when no quota covers the scopes of an object; upstream answers with a server error, not a refusal. */
export class UncoveredScopes {
	constructor(readonly message: string) {}
}

const print = ({scopeName, operator, values}: ScopeExpression): string =>
	`{${scopeName} ${operator} [${values.join(' ')}]}`;

/**
The resources or scopes of the object that a quota must cover but does not.

@param covered the names that the matching quotas limit.
@mirrors resourcequota.limitedByDefault, Evaluator.UncoveredQuotaScopes
*/
export const uncoveredBy = (
	limited: readonly LimitedResource[],
	resource: Counted,
	object: Incoming,
	usage: Amounts,
	quotas: readonly ResourceQuota[],
	covered: ReadonlySet<string>,
): string | UncoveredScopes | undefined => {
	const used = Object.entries(usage).flatMap(([name, amount]) => (compareQuantities(amount, '0') > 0 ? [name] : []));
	const names = limited
		.filter(({apiGroup = '', resource: plural}) => apiGroup === resource.group && plural === resource.plural)
		.flatMap(({matchContains = []}) => used.filter((name) => matchContains.some((part) => name.includes(part))))
		.filter((name) => !covered.has(name));
	if (names.length > 0) {
		return `insufficient quota to consume: ${[...new Set(names)].sort().join(',')}`;
	}

	const known = new Set(
		quotas.flatMap((quota) =>
			expressionsOf(quota)
				.filter((expression) => inScope(expression, resource, object))
				.map(({scopeName}) => scopeName),
		),
	);
	const scopes = limited
		.flatMap(({matchScopes = []}) => matchScopes)
		.filter((expression) => inScope(expression, resource, object) && !known.has(expression.scopeName));
	return scopes.length === 0
		? undefined
		: new UncoveredScopes(
				`insufficient quota to match these scopes: [${scopes.map((expression) => print(expression)).join(' ')}]`,
			);
};
