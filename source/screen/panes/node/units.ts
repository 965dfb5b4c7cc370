/**
How long ago something was, as crictl says it: `Less than a second ago`, `5 minutes ago`.

@see units.HumanDuration of docker/go-units, which crictl prints times with
*/
export const ago = (ms: number): string => {
	const seconds = Math.floor(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	const hours = Math.round(seconds / 3600);
	const text =
		seconds < 1
			? 'Less than a second'
			: seconds === 1
				? '1 second'
				: seconds < 60
					? `${seconds} seconds`
					: minutes === 1
						? 'About a minute'
						: minutes < 60
							? `${minutes} minutes`
							: hours === 1
								? 'About an hour'
								: hours < 48
									? `${hours} hours`
									: hours < 24 * 14
										? `${Math.floor(hours / 24)} days`
										: hours < 24 * 60
											? `${Math.floor(hours / 24 / 7)} weeks`
											: `${Math.floor(hours / 24 / 30)} months`;
	return `${text} ago`;
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
