import {certificateData, subjectOf} from '../objects/certificate.js';
import {parse} from 'yaml';
import type {Credentials} from '../client/request.js';
import type {Flags} from './command-line/command-line.js';
import {getOrInsert} from '../kernel/get-or-insert.js';
import {isRecord} from '../kernel/record.js';
import {CommandFailure, messageOf} from './failure.js';
import type {Proof} from '../stages/facts/kubectl.js';

interface Named<Key extends string, T> {
	readonly entries?: ReadonlyArray<{readonly name: string} & {readonly [K in Key]?: T}>;
}

export interface KubeCluster {
	readonly server?: string;
	readonly [field: string]: unknown;
}

export interface KubeContext {
	readonly cluster?: string;
	readonly user?: string;
	readonly namespace?: string;
}

export interface KubeUser {
	readonly token?: string;
	readonly 'client-certificate-data'?: string;
	readonly 'client-key-data'?: string;
	readonly [field: string]: unknown;
}

/** `~/.kube/config`: clusters, users, and contexts that bind one of each. */
export interface Kubeconfig {
	readonly 'current-context'?: string;
	readonly clusters?: NonNullable<Named<'cluster', KubeCluster>['entries']>;
	readonly contexts?: NonNullable<Named<'context', KubeContext>['entries']>;
	readonly users?: NonNullable<Named<'user', KubeUser>['entries']>;
}

/** The way to the server, by a kubeconfig and the flags over it. */
export interface Target {
	readonly context: string;
	readonly cluster: string;
	readonly server: string;
	readonly user: string;
	readonly namespace: string;
	readonly credentials: Credentials;
	/** The user's credentials. */
	readonly proof: Proof;
	/** Impersonation headers. */
	readonly headers: Readonly<Record<string, string>>;
}

let latest: {readonly text: string; readonly config: Kubeconfig} | undefined;

/**
Reads the text of a kubeconfig; unchanged text is not parsed again.

@throws {CommandFailure} naming the file when it is not a YAML mapping.
*/
export const parseKubeconfig = (text: string, file: string): Kubeconfig => {
	if (latest?.text !== text) {
		latest = {text, config: read(text, file)};
	}

	return latest.config;
};

const read = (text: string, file: string): Kubeconfig => {
	let value: unknown;
	try {
		value = parse(text) ?? {};
	} catch (error) {
		throw new CommandFailure(`error loading config file "${file}": yaml: ${messageOf(error).split('\n', 1).join('')}`);
	}

	if (!isKubeconfig(value)) {
		throw new CommandFailure(
			`error loading config file "${file}": couldn't get version/kind; json parse error: json: cannot unmarshal ${typeof value} into Go value of type struct`,
		);
	}

	return value;
};

// All fields are optional, and errors inside them are found when they are looked up.
const isKubeconfig = (value: unknown): value is Kubeconfig => isRecord(value);

const proofOf = ({token, certificate}: Credentials): Proof => {
	if (token) {
		return {case: 'token'};
	}

	if (certificate) {
		return {case: 'certificate', ...certificate};
	}

	return {case: 'none'};
};

/** The text of a kubeconfig for one cluster and one user, as kubeadm writes it. */
export const kubeconfigText = (options: {
	readonly server: string;
	readonly cluster?: string;
	readonly user: string;
	readonly credentials: Credentials;
	readonly namespace?: string;
}): string => {
	const {server, cluster = 'kubernetes', user, credentials, namespace} = options;
	return [
		'apiVersion: v1',
		'kind: Config',
		'clusters:',
		'- cluster:',
		`    server: ${server}`,
		`  name: ${cluster}`,
		'contexts:',
		'- context:',
		`    cluster: ${cluster}`,
		...(namespace ? [`    namespace: ${namespace}`] : []),
		`    user: ${user}`,
		`  name: ${user}@${cluster}`,
		`current-context: ${user}@${cluster}`,
		'users:',
		`- name: ${user}`,
		'  user:',
		...(credentials.token ? [`    token: ${credentials.token}`] : []),
		...(!credentials.token && credentials.certificate
			? [`    client-certificate-data: ${certificateData(credentials.certificate)}`]
			: []),
		'',
	].join('\n');
};

/** The headers for impersonating a user. @throws {CommandFailure} for flags that describe an impersonation without a user. */
const impersonationOf = (flags: Pick<Flags, 'text' | 'list'>, userName: string): Readonly<Record<string, string>> => {
	const [user, uid] = [flags.text('as'), flags.text('as-uid')];
	const groups = flags.list('as-group');
	const extra = new Map<string, string[]>();
	for (const pair of flags.list('as-user-extra')) {
		const equals = pair.indexOf('=');
		if (equals !== -1) {
			getOrInsert(extra, pair.slice(0, equals), () => []).push(pair.slice(equals + 1));
		}
	}

	if (!user && (groups.length > 0 || flags.list('as-user-extra').length > 0 || uid)) {
		throw new CommandFailure(`requesting uid, groups or user-extra for ${userName} without impersonating a user`);
	}

	return {
		...(user ? {'impersonate-user': user} : {}),
		...(groups.length > 0 ? {'impersonate-group': groups.join(',')} : {}),
		...(uid ? {'impersonate-uid': uid} : {}),
		...Object.fromEntries(
			Array.from(extra, ([name, values]) => [
				`impersonate-extra-${encodeURIComponent(name).toLowerCase()}`,
				values.join(','),
			]),
		),
	};
};

/** @throws {CommandFailure} for certificates in files: the simulated terminal has no such files. */
const checkFiles = (flags: Pick<Flags, 'text'>, clusterName: string, userName: string): void => {
	const authority = flags.text('certificate-authority');
	if (authority) {
		throw new CommandFailure(
			`unable to read certificate-authority ${authority} for ${clusterName} due to open ${authority}: no such file or directory`,
		);
	}

	const certificate = flags.text('client-certificate');
	if (certificate) {
		throw new CommandFailure(
			`Error in configuration: \n* client-key-data or client-key must be specified for ${userName} to use the clientCert authentication method.\n* unable to read client-cert ${certificate} for ${userName} due to open ${certificate}: no such file or directory`,
			{verbatim: true},
		);
	}
};

/**
Chooses context, cluster, user and namespace: flags first, then the current context.

Long because flags, context, cluster and user are looked up in clientcmd's order, each with its own refusal.

@throws {CommandFailure} for names that the kubeconfig does not have.
@see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
@mirrors client-go/tools/clientcmd DirectClientConfig
*/
export const targetOf = (config: Kubeconfig, flags: Pick<Flags, 'text' | 'list'>): Target => {
	const contextName = flags.text('context') || (config['current-context'] ?? '');
	const context = config.contexts?.find(({name}) => name === contextName)?.context;
	if (flags.text('context') && !context) {
		throw new CommandFailure(`Error in configuration: context was not found for specified context: ${contextName}`, {
			verbatim: true,
		});
	}

	const clusterName = flags.text('cluster') || (context?.cluster ?? '');
	const cluster = config.clusters?.find(({name}) => name === clusterName)?.cluster;
	if (flags.text('cluster') && !cluster) {
		throw new CommandFailure(`no server found for cluster "${clusterName}"`);
	}

	const userName = flags.text('user') || (context?.user ?? '');
	const user = config.users?.find(({name}) => name === userName)?.user;
	if (flags.text('user') && !user) {
		throw new CommandFailure(`auth info "${userName}" does not exist`);
	}

	const token = flags.text('token') || user?.token;
	const data = user?.['client-certificate-data'];
	// Both are sent; the apiserver checks the certificate first.
	const byToken: Credentials = token ? {token} : {};
	const credentials: Credentials = data ? {certificate: subjectOf(data)} : byToken;
	const headers = impersonationOf(flags, userName);
	checkFiles(flags, clusterName, userName);
	return {
		context: contextName,
		cluster: clusterName,
		server: flags.text('server') || (cluster?.server ?? 'http://localhost:8080'),
		user: userName,
		namespace: flags.text('namespace') || context?.namespace || 'default',
		credentials,
		proof: proofOf(credentials),
		headers,
	};
};
