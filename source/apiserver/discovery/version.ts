import {apiFacts} from '../../objects/facts.js';

/** What `/version` answers, and `kubectl version` shows of the server. */
export const version = {
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
