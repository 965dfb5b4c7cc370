import {editDistance} from '../../kernel/edit-distance.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {TagAnswer, TagRules} from './known-image.js';

/** The words behind the dashes of a tag: `alpine3.20` and `slim` of `1.27-alpine3.20-slim`. */
const variantsOf = (tag: string): readonly string[] => tag.split('-').slice(1);

/** The distributions on which images are based. */
const releases = [
	'alpine',
	'slim',
	'bookworm',
	'bullseye',
	'buster',
	'trixie',
	'jessie',
	'stretch',
	'noble',
	'jammy',
	'focal',
];

/** The variants of images that are made from Debian and Alpine only. */
const debianVariants = ['alpine', 'trixie', 'bookworm', 'bullseye', 'buster', 'stretch', 'jessie', 'wheezy'];

/** Variants that official images have: distributions, builds, stages of a release, and numbers of dates and builds. */
const variantWords = new RegExp(
	`^(?:${[
		...releases,
		...debianVariants,
		'(?:bionic|xenial|trusty|ubuntu|debian|oracle|oraclelinux|ubi|minimal|backports|onbuild|cross)',
		'(?:windowsservercore|nanoserver|ltsc|sac|1809)',
		'(?:musl|glibc|uclibc|buildroot|32bit|cli|fpm|apache|zts|perl|otel|builder|management|buggy)',
		'(?:alpha|beta|rc|dev|dmr|int|m|M)',
	].join('|')})?[\\d.]*$`,
);

/** The part of a tag before its first dash, where that is a version: `1.27.5`, `8u212`, `9.0.0.M1`, `3.13rc1`, `17.0.2_8`. */
const versionNumber = /^v?\d+(?:\.\d+)*(?:\.?(?:a|b|c|rc|u|p|m|M|RC|alpha|beta|Final)\d*)?(?:_\d+)?$/;

/** Whether a variant of a tag is a slip of a distribution: `alpne`. */
const isSlipOfDistribution = (tag: string): boolean =>
	variantsOf(tag)
		.map((part) => part.replace(/[\d.]+$/, ''))
		.some(
			(part) =>
				part.length > 2 &&
				!releases.includes(part) &&
				releases.some((name) => editDistance(part, name, {swaps: true}) === 1),
		);

/** Whether a tag begins with a number and continues unlike any version: `1.27.notreal`. */
const hasStrangeVersion = (tag: string): boolean => /^v?\d/.test(tag) && !versionNumber.test(tag.split('-')[0] ?? '');

/** Patterns of the distributions in place of a version. */
const distributions = releases.map((name) => (name === 'alpine' ? 'alpine(?:3\\.\\d+)?' : name));

/** Numbers of versions up to the newest one, names of releases, and variants behind a dash. */
const versions = (
	{newest, lastOf = {}}: Pick<TagRules, 'newest' | 'lastOf'>,
	names: readonly string[],
): ((tag: string) => TagAnswer) => {
	const [lastMajor = 0, lastMinor = Number.POSITIVE_INFINITY] = newest.split('.').map(Number);
	const other = new RegExp(`^(?:${['latest', 'stable', 'rc', 'edge', ...names].join('|')})(?:[-.][\\w.]+)*$`);
	const isKnown = (variant: string): boolean => variantWords.test(variant) || names.includes(variant);
	return (tag) => {
		const answer = variantsOf(tag).every(isKnown) || 'unsure';
		const [, major, minor = '0'] = /^v?(\d+)(?:\.(\d+))?(?:\.\d+)*[a-z]?\d*(?:[-._]?[\w.]+)*$/.exec(tag) ?? [];
		if (major === undefined) {
			return other.test(tag) && answer;
		}

		const isOut =
			Number(major) < lastMajor
				? Number(minor) <= (lastOf[major] ?? Number.POSITIVE_INFINITY)
				: Number(major) === lastMajor && Number(minor) <= lastMinor;
		return isOut && !isSlipOfDistribution(tag) && (hasStrangeVersion(tag) ? 'unsure' : answer);
	};
};

const rulesAsFunctions = new WeakMap<TagRules, (tag: string) => TagAnswer>();

const functionOf = (rules: TagRules): ((tag: string) => TagAnswer) => {
	const names = [...(rules.names ?? []), ...(rules.distributions ? distributions : [])];
	const answer = versions(rules, names);
	if (!rules.variants && !rules.debianVariants) {
		return answer;
	}

	const variants = [...(rules.debianVariants ? debianVariants : []), ...(rules.variants ?? [])];
	const all = new RegExp(`^(?:(?:${variants.join('|')})[\\d.]*)$`);
	return (tag) =>
		answer(tag) !== false && variantsOf(tag).every((variant) => all.test(variant)) && !hasStrangeVersion(tag);
};

/** Whether an official image with these rules has a tag. */
export const hasTag = (rules: TagRules, tag: string): TagAnswer =>
	getOrInsert(rulesAsFunctions, rules, () => functionOf(rules))(tag);
