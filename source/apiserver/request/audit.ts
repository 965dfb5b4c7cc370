import type {Kernel} from '../../kernel/kernel.js';
import type {Exchange} from './exchange.js';
import type {ObjectReference} from './object-reference.js';
import {memoised} from '../../kernel/memoised.js';

/** Ledger key of the audit log: each version of it is one entry. */
export const auditLog = '/components/kube-apiserver/audit';

/** One line of the audit log. @see https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/ */
export interface AuditEvent {
	readonly level: 'Metadata';
	readonly auditID: string;
	readonly stage: 'RequestReceived' | 'ResponseComplete';
	readonly requestURI: string;
	readonly verb: string;
	readonly user: string;
	readonly groups: readonly string[];
	readonly userAgent?: string;
	readonly objectRef?: ObjectReference;
	readonly responseStatus?: {readonly code: number};
	readonly stageTimestamp: string;
	readonly annotations?: Readonly<Record<string, string>>;
}

/** Many entries share a few codes, so equal statuses are one object. */
const statusOf = memoised((code: number): {readonly code: number} => ({code}), 100);

export const auditEvent = (
	kernel: Kernel,
	exchange: Exchange,
	stage: AuditEvent['stage'],
	code?: number,
): AuditEvent => {
	const {info, request, user} = exchange;
	exchange.reference ??= info.isResourceRequest
		? {resource: info.resource, namespace: info.namespace, name: info.name, subresource: info.subresource}
		: undefined;
	return {
		level: 'Metadata',
		auditID: exchange.auditID,
		stage,
		requestURI: request.path,
		verb: info.verb,
		user: user.username,
		groups: user.groups,
		userAgent: request.headers['user-agent'],
		objectRef: exchange.reference,
		responseStatus: code === undefined ? undefined : statusOf(code),
		stageTimestamp: kernel.microTimestamp(),
		// The answer is the last thing to record.
		annotations: code === undefined ? undefined : exchange.annotations,
	};
};
