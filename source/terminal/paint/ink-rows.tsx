import {Box, Text, useStdout} from 'ink';
import {memo, useEffect, useState, type ReactElement} from 'react';
import type {Size} from '../../screen/paint/text.js';

const Row = memo(({painted}: {readonly painted: string}): ReactElement => (
	<Text wrap="truncate">{painted || ' '}</Text>
));

/** Rows that Ink lays out. @param painted the rows in a terminal's escape codes */
export const Rows = ({painted}: {readonly painted: readonly string[]}): ReactElement => (
	<Box flexDirection="column">
		{painted.map((row, index) => (
			<Row key={index} painted={row} />
		))}
	</Box>
);

const sizeOf = ({columns, rows}: {readonly columns: number; readonly rows: number}): Size => ({
	columns: columns || 80,
	rows: rows || 24,
});

/** The terminal's size, followed. */
export const useSize = (): Size => {
	const {stdout} = useStdout();
	const [size, setSize] = useState(() => sizeOf(stdout));
	useEffect(() => {
		const resized = () => {
			setSize(sizeOf(stdout));
		};

		stdout.on('resize', resized);
		return () => {
			stdout.off('resize', resized);
		};
	}, [stdout]);
	return size;
};
