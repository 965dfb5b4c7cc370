import type {AccessQuestion, AuditLine, Opinion, User} from '../facts/apiserver/request.js';

/** A user, without the group system:authenticated of every recognised user. */
export const recognised = ({username, groups}: User): User => ({
	username,
	groups: groups.filter((group) => group !== 'system:authenticated'),
});

/** The subject of an access question: `deployments.apps/status "web"`. @param quoted the name, as a language quotes it */
export const askedResource = (
	{group, resource, subresource, name}: AccessQuestion,
	quoted: (name: string) => string,
): string =>
	`${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}${name === '' ? '' : ` ${quoted(name)}`}`;

/** The authorizers that had rules to check: SystemMasters only checks a group. */
export const authorizersAsked = (opinions: readonly Opinion[]): readonly string[] =>
	opinions.map(({authorizer}) => authorizer).filter((name) => name !== 'SystemMasters');

/** A request as in the audit log: `delete pods/eviction web`. */
export const auditedRequest = ({verb, requestURI, objectRef}: AuditLine): string =>
	objectRef
		? `${verb} ${objectRef.resource}${objectRef.subresource ? `/${objectRef.subresource}` : ''}${objectRef.name ? ` ${objectRef.name}` : ''}`
		: `${verb} ${requestURI}`;

/** The part of a response's body that a sentence mentions. */
interface Answer {
	readonly kind?: string;
	readonly metadata?: {readonly name?: string; readonly resourceVersion?: string};
	readonly items?: readonly unknown[];
}

const isAnswer = (body: unknown): body is Answer => typeof body === 'object' && body !== null;

/** A summary of a response's body: the number of items of a list, an object (`Pod web`), or nothing worth mentioning. */
export const contentOf = (
	body: unknown,
): {readonly items?: number; readonly object?: string; readonly resourceVersion?: string} => {
	if (!isAnswer(body)) {
		return {};
	}

	const {kind, metadata, items} = body;
	const resourceVersion = metadata?.resourceVersion;
	const one = kind && metadata?.name ? {object: `${kind} ${metadata.name}`} : {};
	return {
		...(items ? {items: items.length} : one),
		...(resourceVersion ? {resourceVersion} : {}),
	};
};
