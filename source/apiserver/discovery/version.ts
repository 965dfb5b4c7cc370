import {memoised} from '../../kernel/memoised.js';
import {apiFacts} from '../../objects/facts.js';
import {versionFacts} from '../../objects/versions/facts.js';
import {simulatedMinor} from '../../objects/versions/kubernetes-version.js';

const version = {
	major: '1',
	minor: '36',
	emulationMajor: '1',
	emulationMinor: '36',
	minCompatibilityMajor: '1',
	minCompatibilityMinor: '35',
	gitVersion: apiFacts().version,
	gitCommit: '0000000000000000000000000000000000000000',
	gitTreeState: 'clean',
	buildDate: '2026-01-01T00:00:00Z',
	goVersion: 'go1.26',
	compiler: 'gc',
	platform: 'linux/amd64',
} as const;

/** The answer of `/version`, which `kubectl version` prints for the server. @param minor of the Kubernetes version that serves */
export const versionOf = memoised(
	(minor: number | undefined) =>
		minor === undefined || minor === simulatedMinor
			? version
			: {
					...version,
					minor: String(minor),
					emulationMinor: String(minor),
					minCompatibilityMinor: String(minor - 1),
					gitVersion: versionFacts().releases[minor] ?? `v1.${minor}.0`,
				},
	10,
);
