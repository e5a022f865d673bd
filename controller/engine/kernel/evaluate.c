#include "evaluate.h"

static bool is_weighed(const struct weights *weights, int first, int end) {
    for (int i = first; i < end; i++) {
        if (weights->terms[i]) {
            return true;
        }
    }
    return false;
}

void evaluator_weigh(struct evaluator *evaluator, const struct weights *weights) {
    evaluator->weights = *weights;
    evaluator->counted = (struct counted){
        .moves = is_weighed(weights, ATTACKERS_MOVES, DEFENDERS_MOVES + 1),
        .cordon = is_weighed(weights, REGION, CLOSED_MOVES + 1) ||
                  is_weighed(weights, FIRST_CORNERS_OPEN, TERMS),
        .guards = is_weighed(weights, FIRST_GUARDS, FIRST_CORNERS_OPEN),
    };
}

int evaluate(const struct evaluator *evaluator, const struct game *game, struct seen *seen,
             uint32_t plies) {
    int16_t counts[TERMS];
    terms_count(&game->now, evaluator->counted, counts);
    int score = game->now.placed;
    for (int i = 0; i < TERMS; i++) {
        score += counts[i] * evaluator->weights.terms[i];
    }
    if (evaluator->has_network) {
        score += network_score(&evaluator->network, game, seen, plies);
    }
    score = score > KNOWN - 1 ? KNOWN - 1 : (score < 1 - KNOWN ? 1 - KNOWN : score);
    return game->now.to_move == ATTACKERS ? score : -score;
}
