import {admissionPlugins} from '../objects/admission-plugins.js';
import {authorizationModes, type AuthorizationMode} from '../objects/authorization-modes.js';
import {closest, Mistake} from '../scenario/mistake.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';

/** Flags of a program of the control plane, given at its start: name → value; `true` for flags without a value. */
export type Flags = ReadonlyMap<string, string>;

/** Reads `--name=value`, `--name value` and `--name`. @throws {Mistake} if a word has another form. */
export const readFlags = (words: readonly string[]): Flags => {
	const flags = new Map<string, string>();
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? '';
		const [, name, value] = /^--?([a-z][\w-]*)(?:=(.*))?$/s.exec(word) ?? [];
		if (name === undefined) {
			throw new Mistake(`"${word}" is not a flag`, {}, 'write flags as --name=value');
		}

		const next = words[index + 1];
		if (value === undefined && next !== undefined && !next.startsWith('-')) {
			flags.set(name, next);
			index++;
		} else {
			flags.set(name, value ?? 'true');
		}
	}

	return flags;
};

/** The purpose of each flag of the kube-apiserver that has an effect. */
export const serverFlags: Readonly<Record<string, string>> = {
	'authorization-mode': 'authorizers, in this order',
	'bind-address': 'the address to listen on',
	'cert-dir': 'where apiserver.crt and apiserver.key are, unless --tls-* flags name them',
	'client-ca-file': 'the authority that signs the certificates of clients',
	'disable-admission-plugins': 'admission plug-ins to switch off',
	'enable-admission-plugins': 'admission plug-ins in addition to the default ones',
	'secure-port': 'the port to listen on',
	'tls-cert-file': "the server's certificate",
	'tls-private-key-file': 'its key',
	'token-auth-file': 'bearer tokens, one per line: token,user,uid,"group1,group2"',
};

/** Flags of test environments whose effect is always present or not visible. */
export const silentFlags: ReadonlySet<string> = new Set([
	'advertise-address',
	'allow-privileged',
	'etcd-servers',
	'insecure-port',
	'service-account-issuer',
	'service-account-key-file',
	'service-account-signing-key-file',
	'service-cluster-ip-range',
]);

const listOf = (value: string | undefined): readonly string[] =>
	(value ?? '').split(',').flatMap((word) => word.trim() || []);

const modesOf = (value: string): readonly AuthorizationMode[] =>
	listOf(value).map((word) => {
		const mode = authorizationModes.find((known) => known === word);
		if (mode === undefined) {
			throw new Mistake(
				`--authorization-mode: "${word}" is not a valid mode`,
				{},
				`choose one of ${authorizationModes.join(', ')}`,
			);
		}

		return mode;
	});

/** @mirrors k8s.io/apiserver/pkg/server/options/admission.go Validate */
const pluginsOf = (flags: Flags, flag: string): readonly string[] =>
	listOf(flags.get(flag)).map((word) => {
		if (!admissionPlugins.some(({name}) => name === word)) {
			const near = closest(
				word,
				admissionPlugins.map(({name}) => name),
			);
			throw new Mistake(`${flag} plugin "${word}" is unknown`, {}, near ? `did you mean ${near}?` : undefined);
		}

		return word;
	});

/** A kube-apiserver and etcd alone, as test environments start them. */
const bareScenario = completeScenario({nodes: [], components: []});

/**
The scenario that follows from the flags of a kube-apiserver.

@param base the cluster behind it; without one, the kube-apiserver runs alone
@throws {Mistake} when a value cannot be
*/
export const scenarioOfFlags = (flags: Flags, base: Scenario = bareScenario): Scenario => {
	const modes = flags.get('authorization-mode');
	return {
		...base,
		admission: {
			...base.admission,
			enable: [...base.admission.enable, ...pluginsOf(flags, 'enable-admission-plugins')],
			disable: [...base.admission.disable, ...pluginsOf(flags, 'disable-admission-plugins')],
		},
		...(modes === undefined ? {} : {authorization: {...base.authorization, modes: modesOf(modes)}}),
	};
};

/** The port that a value means. @throws {Mistake} */
export const portOf = (value = '6443'): number => {
	const port = Number(value);
	if (!/^\d{1,5}$/.test(value) || port > 65_535) {
		throw new Mistake(`--secure-port: "${value}" is not a port`, {}, 'a port is a whole number from 0 to 65535');
	}

	return port;
};

/** Help as programs of the control plane print it: the starter of such a program looks in it for the flags that it may give. */
export const helpOf = (program: string, flags: Readonly<Record<string, string>>): string =>
	[
		`${program}, simulated by k8s-walkthrough`,
		'',
		'Usage:',
		`  ${program} [flags]`,
		'',
		'Flags:',
		...Object.entries(flags).map(([name, does]) => `      --${name.padEnd(28)} ${does}`),
		'',
	].join('\n');
