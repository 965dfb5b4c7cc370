import {mastersGroup} from '../request/user.js';
import type {Reader} from '../storage/reader.js';
import {abac, type ABACPolicy} from './abac.js';
import type {Attributes, Opinion} from './attributes.js';
import {nodeAuthorizer} from './node.js';
import {rbac} from './rbac.js';
import {webhook, type WebhookServer} from './webhook.js';

/** Asked whether a user may do something. */
export type Authorizer = (attributes: Attributes, reader: Reader) => Opinion;

export type AuthorizationMode = 'ABAC' | 'AlwaysAllow' | 'AlwaysDeny' | 'Node' | 'RBAC' | 'Webhook';

/** `--authorization-mode` and what belongs to its modes. */
export interface AuthorizationOptions {
	/** In the order in which they are asked; Node and RBAC when not given. */
	readonly modes?: readonly AuthorizationMode[];
	/** The policy file of ABAC, line by line. */
	readonly policies?: readonly ABACPolicy[];
	readonly webhook?: WebhookServer;
}

/** `system:masters` passes before anybody is asked, so that broken RBAC objects lock nobody out. */
const masters: Authorizer = ({user}) => (user.groups.includes(mastersGroup) ? ofMaster : ofOther);

// The tape keeps the opinions of every request: what is always the same is one object.
const ofMaster: Opinion = {authorizer: 'SystemMasters', verdict: 'allow', reason: ''};
const ofOther: Opinion = {authorizer: 'SystemMasters', verdict: 'no opinion', reason: ''};

const authorizerOf = (
	mode: AuthorizationMode,
	{policies = [], webhook: server = {rules: []}}: AuthorizationOptions,
): Authorizer => {
	switch (mode) {
		case 'Node': {
			return nodeAuthorizer;
		}

		case 'RBAC': {
			return rbac;
		}

		case 'ABAC': {
			return abac(policies);
		}

		case 'Webhook': {
			return webhook(server);
		}

		case 'AlwaysAllow': {
			return () => ({authorizer: mode, verdict: 'allow', reason: ''});
		}

		case 'AlwaysDeny': {
			return () => ({authorizer: mode, verdict: 'no opinion', reason: 'Everything is forbidden.'});
		}
	}
};

/** Who is asked, in turn. */
export const authorizersFor = (options: AuthorizationOptions = {}): readonly Authorizer[] => [
	masters,
	...(options.modes ?? ['Node', 'RBAC']).map((mode) => authorizerOf(mode, options)),
];
