import {opaque} from '../../type.js';
import {declareWith, type Overload} from '../../function.js';
import {CelError, Opaque} from '../../value.js';
import {dnsLabelErrors, dnsSubdomainErrors} from '../../../objects/names.js';

const authorizerType = opaque('kubernetes.authorization.Authorizer');
const pathCheckType = opaque('kubernetes.authorization.PathCheck');
const groupCheckType = opaque('kubernetes.authorization.GroupCheck');
const resourceCheckType = opaque('kubernetes.authorization.ResourceCheck');
const decisionType = opaque('kubernetes.authorization.Decision');
const overload = declareWith({
	Authorizer: authorizerType,
	PathCheck: pathCheckType,
	GroupCheck: groupCheckType,
	ResourceCheck: resourceCheckType,
	Decision: decisionType,
});

/** The question of an expression; parts that it leaves out are empty strings. */
export interface Question {
	readonly path?: string;
	readonly group: string;
	readonly resource: string;
	readonly subresource: string;
	readonly namespace: string;
	readonly name: string;
	readonly verb: string;
	/** Checked for a service account instead of the user who sent the request. */
	readonly serviceAccount?: {readonly namespace: string; readonly name: string};
}

export interface Answer {
	readonly allowed: boolean;
	readonly reason: string;
}

/** Asks the authorizers of the apiserver. */
export type Ask = (question: Question) => Answer;

abstract class Part extends Opaque {
	override equals(other: Opaque): boolean {
		return this === other;
	}
}

/** The variable `authorizer`. */
export class Authorizer extends Part {
	readonly type = authorizerType;

	constructor(
		readonly ask: Ask,
		readonly serviceAccount?: Question['serviceAccount'],
	) {
		super();
	}
}

class PathCheck extends Part {
	readonly type = pathCheckType;

	constructor(
		readonly authorizer: Authorizer,
		readonly path: string,
	) {
		super();
	}
}

class GroupCheck extends Part {
	readonly type = groupCheckType;

	constructor(
		readonly authorizer: Authorizer,
		readonly group: string,
	) {
		super();
	}
}

/** The variable `authorizer.requestResource`, and the checks of a group's resources. */
export class ResourceCheck extends Part {
	readonly type = resourceCheckType;

	constructor(
		readonly authorizer: Authorizer,
		readonly about: Omit<Question, 'verb' | 'serviceAccount'>,
	) {
		super();
	}

	with(more: Partial<ResourceCheck['about']>): ResourceCheck {
		return new ResourceCheck(this.authorizer, {...this.about, ...more});
	}
}

class Decision extends Part {
	readonly type = decisionType;

	constructor(readonly answer: Answer) {
		super();
	}
}

const filled = (text: string, what: string): string => {
	if (text.trim() === '') {
		throw new CelError(`${what} must not be empty`);
	}

	return text;
};

const empty = {group: '', resource: '', subresource: '', namespace: '', name: ''};

const check = ({ask, serviceAccount}: Authorizer, about: Omit<Question, 'serviceAccount'>): Decision =>
	new Decision(ask({...about, ...(serviceAccount ? {serviceAccount} : {})}));

const checkCost = (): number => 350_000;

/** Questions to the authorizers. @mirrors library.Authz, library.AuthzSelectors */
export const authorizer: readonly Overload[] = [
	overload(
		'Authorizer::path(string) PathCheck',
		(one: Authorizer, path: string) => new PathCheck(one, filled(path, 'path')),
	),
	overload('Authorizer::group(string) GroupCheck', (one: Authorizer, group: string) => new GroupCheck(one, group)),
	overload(
		'Authorizer::serviceAccount(string, string) Authorizer',
		(one: Authorizer, namespace: string, name: string) => {
			if (dnsSubdomainErrors(name).length > 0) {
				throw new CelError('Invalid service account name');
			}

			if (dnsLabelErrors(namespace).length > 0) {
				throw new CelError('Invalid service account namespace');
			}

			return new Authorizer(one.ask, {namespace, name});
		},
	),
	overload(
		'GroupCheck::resource(string) ResourceCheck',
		({authorizer: one, group}: GroupCheck, resource: string) =>
			new ResourceCheck(one, {...empty, group, resource: filled(resource, 'resource')}),
	),
	overload('ResourceCheck::subresource(string) ResourceCheck', (one: ResourceCheck, subresource: string) =>
		one.with({subresource}),
	),
	overload('ResourceCheck::namespace(string) ResourceCheck', (one: ResourceCheck, namespace: string) =>
		one.with({namespace}),
	),
	overload('ResourceCheck::name(string) ResourceCheck', (one: ResourceCheck, name: string) => one.with({name})),
	// Simplified: selectors do not reach the authorizers, none of which reads them.
	overload('ResourceCheck::fieldSelector(string) ResourceCheck', (one: ResourceCheck) => one),
	overload('ResourceCheck::labelSelector(string) ResourceCheck', (one: ResourceCheck) => one),
	overload(
		'PathCheck::check(string) Decision',
		({authorizer: one, path}: PathCheck, verb: string) => check(one, {...empty, path, verb}),
		checkCost,
	),
	overload(
		'ResourceCheck::check(string) Decision',
		({authorizer: one, about}: ResourceCheck, verb: string) => check(one, {...about, verb}),
		checkCost,
	),
	overload('Decision::allowed() bool', ({answer}: Decision) => answer.allowed),
	overload('Decision::reason() string', ({answer}: Decision) => answer.reason),
	overload('Decision::errored() bool', () => false),
	overload('Decision::error() string', () => ''),
];
