interface Age {
	readonly seconds: number;
	readonly minutes: number;
	readonly hours: number;
}

/** Words for an age: the first one with a true condition. */
const ages: ReadonlyArray<readonly [holds: (age: Age) => boolean, text: (age: Age) => string]> = [
	[({seconds}) => seconds < 1, () => 'Less than a second'],
	[({seconds}) => seconds === 1, () => '1 second'],
	[({seconds}) => seconds < 60, ({seconds}) => `${seconds} seconds`],
	[({minutes}) => minutes === 1, () => 'About a minute'],
	[({minutes}) => minutes < 60, ({minutes}) => `${minutes} minutes`],
	[({hours}) => hours === 1, () => 'About an hour'],
	[({hours}) => hours < 48, ({hours}) => `${hours} hours`],
	[({hours}) => hours < 24 * 14, ({hours}) => `${Math.floor(hours / 24)} days`],
	[({hours}) => hours < 24 * 60, ({hours}) => `${Math.floor(hours / 24 / 7)} weeks`],
	[() => true, ({hours}) => `${Math.floor(hours / 24 / 30)} months`],
];

/**
The age of something, as crictl prints it: `Less than a second ago`, `5 minutes ago`.

@see units.HumanDuration of docker/go-units, which crictl prints times with
*/
export const ago = (ms: number): string => {
	const seconds = Math.floor(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	const hours = Math.round(seconds / 3600);
	const [, text = () => ''] = ages.find(([holds]) => holds({seconds, minutes, hours})) ?? [];
	return `${text({seconds, minutes, hours})} ago`;
};

const sizes = ['B', 'kB', 'MB', 'GB', 'TB'];

/**
A number of bytes in three digits: `72MB`, `2.22MB`.

@see units.HumanSizeWithPrecision of docker/go-units
*/
export const sizeText = (bytes: number): string => {
	const power = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
	return `${Number((bytes / 1000 ** power).toPrecision(3))}${sizes[power]}`;
};
