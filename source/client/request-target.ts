import type {Request} from './request.js';

/** The verb and the resource of a request. */
export interface RequestTarget {
	/** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`. */
	readonly verb: string;
	/** Plural name, with its subresource if there is one: `configmaps`, `deployments/status`. */
	readonly resource: string;
	/** API group; empty for the core. */
	readonly group: string;
	/** Empty where the path names no object. */
	readonly name: string;
}

/** Names that, after a namespace, are subresources of the namespace itself. */
const ofNamespace: ReadonlySet<string> = new Set(['status', 'finalize']);

const named: Readonly<Record<string, string>> = {
	GET: 'get',
	HEAD: 'get',
	POST: 'create',
	PUT: 'update',
	PATCH: 'patch',
	DELETE: 'delete',
};

const unnamed: Readonly<Record<string, string>> = {
	GET: 'list',
	HEAD: 'list',
	POST: 'create',
	DELETE: 'deletecollection',
};

/**
Reads verb and resource out of a request, for clients' side of the wire.

@returns `undefined` for paths that are of no resource, such as `/version`.
@mirrors k8s.io/apiserver/pkg/endpoints/request RequestInfoFactory.NewRequestInfo
*/
export const requestTarget = ({
	method,
	path,
	query,
}: Pick<Request, 'path' | 'query'> & {readonly method: string}): RequestTarget | undefined => {
	const [, root, ...parts] = path.split('/');
	if (root !== 'api' && root !== 'apis') {
		return undefined;
	}

	const behind = parts.slice(root === 'api' ? 1 : 2);
	const isInNamespace = behind[0] === 'namespaces' && behind.length > 2 && !ofNamespace.has(behind[2] ?? '');
	const [resource = '', name = '', subresource] = isInNamespace ? behind.slice(2) : behind;
	if (resource === '') {
		return undefined;
	}

	const isWatch = query['watch'] !== undefined && !/^(?:false|0)$/i.test(query['watch']);
	const verb = method === 'GET' && isWatch && name === '' ? 'watch' : (name === '' ? unnamed : named)[method];
	return {
		verb: verb ?? method.toLowerCase(),
		resource: subresource === undefined ? resource : `${resource}/${subresource}`,
		group: root === 'api' ? '' : (parts[0] ?? ''),
		name,
	};
};
