/* The loops over many positions and their men, for network_loops.py; WIDTH, REGIONS and so on come from there.
 *
 * Tables of inputs lie in tiles of TILE hidden units, so that the part in use stays in a processor's own cache. A lane is as wide
 * as one register of the processor: with wider ones the compiler keeps each half in memory, and learning takes three times as
 * long. Every sum is taken in an order that does not depend on the number of threads: the same seed gives the same network. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#define TILE 16
#define TILES (WIDTH / TILE)
#define KINDS (12 * 64)
#define ROWS (REGIONS * KINDS)
#define MOST_MEN 32
#define PAIRS (WIDTH / 2)
#ifdef __AVX512F__
#define LANES 16
#else
#define LANES 8
#endif
#define BLOCKS (WIDTH / LANES)
/* Lanes of a tile. */
#define SPLIT (TILE / LANES)
/* Parts of a batch whose sums are kept apart. */
#define CHUNKS 8
/* What is added to the usual slope of a weight. Without it a weight that few positions speak of would go as far by each of
 * them as by many, and learn their noise: 1e-8 instead left 0.00225 after 41 million positions where this left 0.00224. */
#define STEADINESS 5e-7f

typedef float lane __attribute__((vector_size(4 * LANES)));
typedef int32_t mask __attribute__((vector_size(4 * LANES)));
typedef lane tile[SPLIT];

/* The layers behind the hidden units, of one range of men. `layer` weighs the products of both views, the mover's first. */
struct outputs {
    lane layer[UNITS][BLOCKS];
    float bias[UNITS];
    /* What each unit adds as it is, clipped to 0..1, and squared and clipped. */
    float straight[UNITS];
    float bounded[UNITS];
    float squared[UNITS];
    float output_bias;
    /* Python's side has whole tiles, whatever the width of a lane. */
    float unused[TILE - 1];
};

static float sum_of(lane values)
{
    float sum = 0;
    for (int place = 0; place < LANES; place++)
        sum += values[place];
    return sum;
}

static float clip(float value)
{
    return fminf(fmaxf(value, 0), 1);
}

static lane chosen(mask which, lane yes, lane no)
{
    return (lane)((which & (mask)yes) | (~which & (mask)no));
}

static lane limited(lane values, float least, float most)
{
    lane low = least - (lane){0}, high = most - (lane){0};
    values = chosen(values < low, low, values);
    return chosen(values > high, high, values);
}

static lane clipped(lane values)
{
    return limited(values, 0, 1);
}

/* A position as a file has it. */
struct position {
    uint64_t occupied;
    /* Four bits for each man in the order of its square, the lower ones first: PNBRQK, and 8 for Black. */
    uint8_t men[MOST_MEN / 2];
    uint8_t rest[8];
};

/* What pieces stand beside kings and pawns: none; bishops alone, or with knights; rooks alone, or with minor pieces; queens
 * alone, or with others; six or more of any kind. */
static int kind_of_material(const int *counts)
{
    int knights = counts[1], minor = knights + counts[2], rooks = counts[3], queens = counts[4];
    if (minor + rooks + queens >= 6)
        return 7;
    if (queens)
        return minor + rooks ? 6 : 5;
    if (rooks)
        return minor ? 4 : 3;
    return !minor ? 0 : knights ? 2 : 1;
}

/* The men of positions as both sides see them, the mover's view first: rows of the table, and how many; and the kind of their
 * material. */
void find_rows(int64_t count, const struct position *positions, const uint8_t *is_black, const uint8_t *region_of,
               uint16_t *rows, uint8_t *men, uint8_t *material)
{
#pragma omp parallel for schedule(static)
    for (int64_t number = 0; number < count; number++) {
        const struct position *position = positions + number;
        int kinds[MOST_MEN], squares[MOST_MEN], kings[2] = {0, 0}, counts[8] = {0}, found = 0;
        for (uint64_t left = position->occupied; left && found < MOST_MEN; left &= left - 1, found++) {
            int code = position->men[found / 2] >> found % 2 * 4 & 15;
            squares[found] = __builtin_ctzll(left);
            kinds[found] = code % 8 + code / 8 * 6;
            counts[code % 8]++;
            if (code % 8 == 5)
                kings[code / 8] = squares[found];
        }
        men[number] = found;
        material[number] = kind_of_material(counts);
        for (int view = 0; view < 2; view++) {
            int side = is_black[number] ^ view;
            int turning = side ? 56 : 0;
            if (kings[side] % 8 > 3)
                turning ^= 7;
            int first = region_of[kings[side] ^ turning] * KINDS;
            uint16_t *row = rows + (2 * number + view) * MOST_MEN;
            for (int man = 0; man < found; man++)
                row[man] = first + (kinds[man] + 6 * side) % 12 * 64 + (squares[man] ^ turning);
        }
    }
}

/* Hidden units before they are clipped: for each position, the mover's view and the other side's. */
void fill_hidden(int64_t count, const tile *table, const tile *bias, const uint16_t *rows, const uint8_t *men, tile *hidden)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (int part = 0; part < TILES; part++) {
        const tile *of_part = table + (int64_t)part * ROWS;
        for (int64_t view = 0; view < 2 * count; view++) {
            tile sum;
            memcpy(sum, bias[part], sizeof sum);
            const uint16_t *row = rows + view * MOST_MEN;
            for (int man = 0; man < men[view / 2]; man++)
                for (int split = 0; split < SPLIT; split++)
                    sum[split] += of_part[row[man]][split];
            memcpy(hidden[view * TILES + part], sum, sizeof sum);
        }
    }
}

/* The way back through the table: adds to the slopes of each row those of the hidden units that it is part of. */
void spread(int64_t count, const tile *back, const uint16_t *rows, const uint8_t *men, tile *slopes, tile *bias_slopes)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (int part = 0; part < TILES; part++) {
        tile *of_part = slopes + (int64_t)part * ROWS;
        tile sum = {0};
        for (int64_t view = 0; view < 2 * count; view++) {
            tile slope;
            memcpy(slope, back[view * TILES + part], sizeof slope);
            const uint16_t *row = rows + view * MOST_MEN;
            for (int man = 0; man < men[view / 2]; man++)
                for (int split = 0; split < SPLIT; split++)
                    of_part[row[man]][split] += slope[split];
            for (int split = 0; split < SPLIT; split++)
                sum[split] += slope[split];
        }
        for (int split = 0; split < SPLIT; split++)
            bias_slopes[part][split] += sum[split];
    }
}

/* Products of a view's clipped units: each of the first half with one of the second. */
static void multiply(const lane *hidden, lane *products)
{
    for (int view = 0; view < 2; view++)
        for (int block = 0; block < BLOCKS / 2; block++)
            products[view * BLOCKS / 2 + block] = clipped(hidden[view * BLOCKS + block])
                                                * clipped(hidden[view * BLOCKS + BLOCKS / 2 + block]);
}

static float output_of(const struct outputs *layers, const lane *products, float *units)
{
    float output = layers->output_bias;
    for (int unit = 0; unit < UNITS; unit++) {
        lane sum = {0};
        for (int block = 0; block < BLOCKS; block++)
            sum += layers->layer[unit][block] * products[block];
        float value = units[unit] = sum_of(sum) + layers->bias[unit];
        output += layers->straight[unit] * value + layers->bounded[unit] * clip(value)
                + layers->squared[unit] * clip(value * value);
    }
    return output;
}

/* The way back through the layers behind the hidden units, whose slopes take their place in `hidden`. */
static void back_through(const struct outputs *layers, struct outputs *slopes, const lane *products, const float *units,
                         float slope, lane *hidden)
{
    lane back[BLOCKS] = {0};
    slopes->output_bias += slope;
    for (int unit = 0; unit < UNITS; unit++) {
        float value = units[unit];
        slopes->straight[unit] += slope * value;
        slopes->bounded[unit] += slope * clip(value);
        slopes->squared[unit] += slope * clip(value * value);
        float steepness = layers->straight[unit];
        if (value > 0 && value < 1)
            steepness += layers->bounded[unit];
        if (value > -1 && value < 1)
            steepness += 2 * value * layers->squared[unit];
        float of_unit = slope * steepness;
        slopes->bias[unit] += of_unit;
        for (int block = 0; block < BLOCKS; block++) {
            back[block] += of_unit * layers->layer[unit][block];
            slopes->layer[unit][block] += of_unit * products[block];
        }
    }
    for (int view = 0; view < 2; view++)
        for (int block = 0; block < BLOCKS / 2; block++) {
            lane *first = hidden + view * BLOCKS + block, *second = first + BLOCKS / 2;
            lane passed = back[view * BLOCKS / 2 + block];
            lane of_first = passed * clipped(*second), of_second = passed * clipped(*first);
            *first = chosen((*first > 0) & (*first < 1), of_first, (lane){0});
            *second = chosen((*second > 0) & (*second < 1), of_second, (lane){0});
        }
}

/* Expected results of all positions, and with `slopes` (CHUNKS times as many as there are layers) the way back: what is in
 * `hidden` becomes its slopes. `sharpness` makes outputs to the logistic curve's argument; the loss is
 * the error to this power. */
void judge(int64_t count, lane *hidden, const uint8_t *place, const float *target, float sharpness, float power,
           const struct outputs *layers, struct outputs *slopes, float *expected)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (int chunk = 0; chunk < CHUNKS; chunk++)
        for (int64_t position = count * chunk / CHUNKS; position < count * (chunk + 1) / CHUNKS; position++) {
            lane products[BLOCKS];
            float units[UNITS];
            lane *own = hidden + position * 2 * BLOCKS;
            multiply(own, products);
            float output = output_of(layers + place[position], products, units);
            float found = expected[position] = 1 / (1 + expf(-sharpness * output));
            if (slopes) {
                float off = found - target[position];
                float steepness = power * copysignf(powf(fabsf(off), power - 1), off);
                float slope = steepness * found * (1 - found) * sharpness / count;
                back_through(layers + place[position], slopes + chunk * LAYERS + place[position], products, units, slope, own);
            }
        }
}

struct moments {
    float rate;
    /* What a step leaves of the means of slopes and of their squares. */
    float keep_first, keep_second;
    /* What makes up for their having begun at nothing. */
    float first_share, second_share;
};

static lane step_of(const struct moments *of, lane slope, lane *first, lane *second)
{
    *first = of->keep_first * *first + (1 - of->keep_first) * slope;
    *second = of->keep_second * *second + (1 - of->keep_second) * slope * slope;
    lane spread = *second / of->second_share, root;
    for (int place = 0; place < LANES; place++)
        root[place] = sqrtf(spread[place]);
    return of->rate * (*first / of->first_share) / (root + STEADINESS);
}

/* A step of the table: what is common to all regions, and what is peculiar to each and fades. Slopes begin anew. */
void step_table(const struct moments *of, float decay, float limit, tile *slopes, tile *common, tile *common_first,
                tile *common_second, tile *peculiar, tile *first, tile *second, tile *table)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (int part = 0; part < TILES; part++)
        for (int kind = 0; kind < KINDS; kind++) {
            int64_t shared = (int64_t)part * KINDS + kind;
            for (int split = 0; split < SPLIT; split++) {
                lane sum = {0};
                for (int region = 0; region < REGIONS; region++)
                    sum += slopes[(int64_t)part * ROWS + region * KINDS + kind][split];
                lane step = step_of(of, sum, common_first[shared] + split, common_second[shared] + split);
                lane whole = common[shared][split] = limited(common[shared][split] - step, -limit, limit);
                for (int region = 0; region < REGIONS; region++) {
                    int64_t own = (int64_t)part * ROWS + region * KINDS + kind;
                    lane apart = peculiar[own][split]
                               - step_of(of, slopes[own][split], first[own] + split, second[own] + split);
                    table[own][split] = limited(whole + (1 - of->rate * decay) * apart, -limit, limit);
                    peculiar[own][split] = table[own][split] - whole;
                    slopes[own][split] = (lane){0};
                }
            }
        }
}

/* A step of other weights, with their slopes from so many parts, which begin anew. `numbers` is how many there are. */
void step_others(const struct moments *of, float limit, int64_t numbers, int64_t parts, lane *slopes, lane *first, lane *second,
                 lane *weights)
{
    int64_t count = numbers / LANES;
    for (int64_t number = 0; number < count; number++) {
        lane sum = {0};
        for (int64_t part = 0; part < parts; part++) {
            sum += slopes[part * count + number];
            slopes[part * count + number] = (lane){0};
        }
        lane step = step_of(of, sum, first + number, second + number);
        weights[number] = limited(weights[number] - step, -limit, limit);
    }
}
