import type {PodContainer} from '../container-reference.js';
import type {Candidate, Finding} from '../symptom.js';

/** The place of a problem, from the words of a known program. */
type Hint = Pick<Finding, 'field' | 'advice' | 'candidates' | 'elsewhere'>;

/** Servers that become daemons, and the words that keep them in the foreground. */
const daemons: ReadonlyArray<readonly [program: string, stays: readonly string[]]> = [
	['nginx', ['-g', 'daemon off;']],
	['httpd', ['-DFOREGROUND']],
	['apachectl', ['-DFOREGROUND']],
];

const isCalled = (word: string, program: string): boolean => word === program || word.endsWith(`/${program}`);

const quoted = (word: string): string => (/[\s;]/.test(word) ? `'${word}'` : word);

/** A server that was started as a daemon: the container has ended with its first process. */
export const daemonHint = ({spec, field}: PodContainer): Hint | undefined => {
	const lists = (['args', 'command'] as const).flatMap((part) => {
		const words = spec[part] ?? [];
		return words.length > 0 ? [{place: [...field, part], words}] : [];
	});
	const [{place, words} = {place: field, words: [] as readonly string[]}] = lists;
	const last = words.at(-1) ?? '';
	for (const [program, stays] of daemons) {
		const ends = new RegExp(`(?:^|[\\s;&/])${program}\\s*;?\\s*$`).test(last);
		const isScript = ends && words.length > 1;
		if (isScript || (words.length === 1 && isCalled(last, program))) {
			const value = isScript
				? [...words.slice(0, -1), `${last.trim().replace(/\s*;$/, '')} ${stays.map((word) => quoted(word)).join(' ')}`]
				: [...words, ...stays];
			return {
				field: place,
				advice: [({pods}) => pods.daemon(program)],
				candidates: [{field: place, change: {value}}],
			};
		}
	}

	return undefined;
};

/** An image whose data has another place now: `The suggested container configuration for 18+ is to place a single mount at /var/lib/postgresql`. */
const movedData = ({spec, field}: PodContainer, text: string): Hint | undefined => {
	const [, wanted] = /place a single mount\s+at (\/[\w/.-]+)/.exec(text) ?? [];
	const [, found] = /(\/[\w/.-]+) \(unused mount\/volume\)/.exec(text) ?? [];
	const index = (spec.volumeMounts ?? []).findIndex(({mountPath}) => mountPath === found);
	if (wanted === undefined || index === -1) {
		return undefined;
	}

	const place = [...field, 'volumeMounts', index, 'mountPath'];
	return {
		field: place,
		advice: [({pods}) => pods.movedData(wanted)],
		candidates: [{field: place, change: {value: wanted}}],
	};
};

/** A variable that a program asks to remove: `Remove MYSQL_USER="root" and use one of the following`. */
const unwantedVariable = ({spec, field}: PodContainer, text: string): Hint | undefined => {
	const [, name] = /\b[Rr]emove ([A-Z][A-Z\d_]+)=/.exec(text) ?? [];
	const index = (spec.env ?? []).findIndex((one) => one.name === name);
	if (name === undefined || index === -1) {
		return undefined;
	}

	const place = [...field, 'env', index, 'value'];
	const candidates: readonly Candidate[] = [
		{field: [...field, 'env', index], change: {remove: true}},
		{field: place, change: {value: 'app'}},
	];
	return {field: place, advice: [({pods}) => pods.otherUser(name)], candidates};
};

/** A setting of the node's kernel that an unprivileged container may not write: `sysctl: error setting key 'vm.max_map_count': Read-only file system`. */
const kernelSetting = ({field}: PodContainer, text: string): Hint | undefined => {
	const [, name] =
		/sysctl: (?:error setting key|setting key|cannot stat|permission denied on key) ["']?\/?([\w./-]+)["']?.*(?:Read-only file system|ermission denied)/.exec(
			text,
		) ?? [];
	const place = [...field, 'securityContext', 'privileged'];
	return name === undefined
		? undefined
		: {advice: [({pods}) => pods.kernelSetting(name)], candidates: [{field: place, change: {value: true}}]};
};

/** A client of the kubelets that verifies their certificates, which kubeadm's kubelets sign themselves: `x509: cannot validate certificate for 192.168.0.11 because it doesn't contain any IP SANs`. */
const unverifiedKubelets = ({spec, field}: PodContainer, text: string): Hint | undefined => {
	if (!/:10250\/.*(?:doesn't contain any IP SANs|certificate signed by unknown authority)/.test(text)) {
		return undefined;
	}

	const list = spec.args === undefined && spec.command !== undefined ? 'command' : 'args';
	const place = [...field, list];
	return {
		field: place,
		advice: [({pods}) => pods.selfSignedKubelets],
		candidates: [{field: [...place, spec[list]?.length ?? 0], change: {value: '--kubelet-insecure-tls'}}],
	};
};

/** The place that a known program's own words name. */
export const ofOwnWords = (container: PodContainer, output: readonly string[]): Hint | undefined => {
	const text = output.join('\n');
	return (
		movedData(container, text) ??
		unwantedVariable(container, text) ??
		kernelSetting(container, text) ??
		unverifiedKubelets(container, text)
	);
};
