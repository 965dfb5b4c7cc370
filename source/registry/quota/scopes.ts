import {kindOf} from '../kinds.js';
import type {Incoming} from '../incoming.js';
import type {Counted} from './usage.js';
import type {ScopeExpression} from './scope-expression.js';
import type {ResourceQuota} from '../../objects/kubernetes.generated.js';

/** The scopes of a quota, the old form and the new. */
export const expressionsOf = ({spec}: ResourceQuota): readonly ScopeExpression[] => [
	...(spec?.scopes ?? []).map((scopeName) => ({scopeName, operator: 'Exists', values: []})),
	...(spec?.scopeSelector?.matchExpressions ?? []).map(({scopeName, operator, values}) => ({
		scopeName,
		operator: String(operator),
		values: values ?? [],
	})),
];

/** Whether the quota's scopes cover the object: all of them. @mirrors generic.Matches */
export const inScopes = (quota: ResourceQuota, resource: Counted, object: Incoming): boolean =>
	expressionsOf(quota).every((expression) => inScope(expression, resource, object));

/** Whether one scope covers the object; only Pods and claims have scopes. */
export const inScope = (expression: ScopeExpression, resource: Counted, object: Incoming): boolean =>
	kindOf(resource)?.quota?.isInScope?.(expression, object) ?? false;
