import type {Request} from '../../client/request.js';
import type {Resource, Subresource} from '../../objects/resources.js';
import type {ObjectReference} from './object-reference.js';
import type {UserInfo} from './user.js';
import type {RequestInfo} from './request-info.js';

/** One request in the chain, with the results of its phases so far. */
export interface Exchange {
	/** Without the `Authorization` header once the caller is known. */
	request: Request;
	readonly info: RequestInfo;
	/** Number of this request since start-up: the audit id. */
	readonly auditID: string;
	user: UserInfo;
	/** `Warning` headers of the answer. */
	readonly warnings: string[];
	/** The minor version of Kubernetes 1 that answers; by default, the simulated one. */
	readonly minor?: number | undefined;
	/** The additions of admission to the audit event. */
	readonly annotations: Record<string, string>;
	/** The part that all its audit events share. */
	reference?: ObjectReference;
	/** Ledger key of the object, where the request is about one. */
	object?: string;
}

/** A request for a registered resource. */
export interface ResourceExchange extends Exchange {
	readonly resource: Resource;
	readonly subresource?: Subresource;
}

/** `dryRun=All`: everything but the write. */
export const isDryRun = (exchange: Exchange): boolean => exchange.request.query['dryRun'] === 'All';
