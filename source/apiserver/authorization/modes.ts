import {defaultAuthorizationModes, type AuthorizationMode} from '../../objects/authorization-modes.js';
import {mastersGroup} from '../request/user.js';
import type {Reader} from '../storage/reader.js';
import {abac, type ABACPolicy} from './abac.js';
import type {Attributes, Opinion} from './attributes.js';
import {nodeAuthorizer} from './node.js';
import {rbac} from './rbac.js';
import {webhook, type WebhookServer} from './webhook.js';

/** Decides whether a user may perform an action. */
export type Authorizer = (attributes: Attributes, reader: Reader) => Opinion;

/** `--authorization-mode` and what belongs to its modes. */
export interface AuthorizationOptions {
	/** In the order in which they are asked. */
	readonly modes?: readonly AuthorizationMode[];
	/** The policy file of ABAC, line by line. */
	readonly policies?: readonly ABACPolicy[];
	readonly webhook?: WebhookServer;
}

/** `system:masters` passes before any authorizer, so that broken RBAC objects lock no administrator out. */
const masters: Authorizer = ({user}) => (user.groups.includes(mastersGroup) ? ofMaster : ofOther);

// The tape keeps the opinions of every request: opinions that never differ are one object.
const ofMaster: Opinion = {authorizer: 'SystemMasters', verdict: 'allow', reason: ''};
const ofOther: Opinion = {authorizer: 'SystemMasters', verdict: 'no opinion', reason: ''};

/** The authorizer of each mode, made from its options. */
const authorizers: Readonly<Record<AuthorizationMode, (options: AuthorizationOptions) => Authorizer>> = {
	Node: () => nodeAuthorizer,
	RBAC: () => rbac,
	ABAC: ({policies = []}) => abac(policies),
	Webhook: ({webhook: server = {rules: []}}) => webhook(server),
	AlwaysAllow: () => () => ({authorizer: 'AlwaysAllow', verdict: 'allow', reason: ''}),
	AlwaysDeny: () => () => ({authorizer: 'AlwaysDeny', verdict: 'no opinion', reason: 'Everything is forbidden.'}),
};

const modesOf = ({modes = defaultAuthorizationModes}: AuthorizationOptions): readonly AuthorizationMode[] => modes;

/** The authorizers, in the order in which they are asked. */
export const authorizersFor = (options: AuthorizationOptions = {}): readonly Authorizer[] => [
	masters,
	...modesOf(options).map((mode) => authorizers[mode](options)),
];

/** The names of the authorizers, as their opinions have them, in the order in which they are asked. */
export const authorizerNames = (options: AuthorizationOptions = {}): readonly string[] => [
	ofOther.authorizer,
	...modesOf(options),
];
