import {Box, useStdout} from 'ink';
import {memo, useLayoutEffect, type ReactElement} from 'react';
import {FrameWriter, type Piece} from './frame-writer.js';
import {Rows} from './ink-rows.js';
import type {Region} from '../../screen/paint/region.js';
import {fit, toASCII, type Size} from '../../screen/paint/text.js';
import {paint, paintWhole} from './theme.js';

interface PieceProperties extends Piece {
	readonly name: string;
}

const isSame = (one: PieceProperties, other: PieceProperties): boolean =>
	one.left === other.left &&
	one.top === other.top &&
	one.columns === other.columns &&
	one.rows.length === other.rows.length &&
	one.rows.every((row, at) => row === other.rows[at]);

/** A part of the screen that writes its rows itself, whenever they have changed. */
const Painted = memo(
	({writer, name, left, top, columns, rows}: PieceProperties & {readonly writer: FrameWriter}): null => {
		useLayoutEffect(() => {
			writer.put(name, {left, top, columns, rows});
		});
		useLayoutEffect(
			() => () => {
				writer.remove(name);
			},
			[writer, name],
		);
		return null;
	},
	isSame,
);

/** A part of the screen that Ink lays out. */
const LaidOut = memo(
	({left, top, columns, rows}: PieceProperties): ReactElement => (
		<Box position="absolute" marginLeft={left} marginTop={top} width={columns} height={rows.length}>
			<Rows painted={rows} />
		</Box>
	),
	isSame,
);

/**
A screen: a component for each of its parts, which is rendered only when its rows have changed.

On a `FrameWriter` the parts write their rows themselves: Ink 6.8 splits, measures and joins each cell of the whole screen whenever one of them changes, which is too slow for a key (the
figures are in `source/README.md`). For another output, or without time pressure, Ink lays them out.

@param leisurely whether Ink may draw slowly: the text stays the same from key to key.
*/
export const Parts = ({
	regions,
	size,
	ascii,
	leisurely = false,
}: {
	readonly regions: readonly Region[];
	readonly size: Size;
	readonly ascii: boolean;
	readonly leisurely?: boolean;
}): ReactElement => {
	const {stdout} = useStdout();
	const writer = stdout instanceof FrameWriter && !leisurely ? stdout : undefined;
	const parts = regions.map(({name, left, top, columns, rows}) => {
		const draw = left + columns >= size.columns ? paint : paintWhole;
		const painted = rows.map((row) => {
			const fitted = fit(row, columns);
			return draw(ascii ? toASCII(fitted) : fitted);
		});
		const piece = {name, left, top, columns, rows: painted};
		return writer ? <Painted key={name} writer={writer} {...piece} /> : <LaidOut key={name} {...piece} />;
	});
	return writer ? (
		<>{parts}</>
	) : (
		<Box width={size.columns} height={size.rows}>
			{parts}
		</Box>
	);
};
