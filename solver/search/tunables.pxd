# The numbers of the ordering, found by benchmarks/tune.py: one row a role, one column a feature.
from libc.stdint cimport int16_t

cdef enum:
    # Leads.
    LEAD_TRUMP = 0
    LEAD_WINS
    LEAD_WINNER_UNDER_PARTNER
    LEAD_WINNER_LOW
    LEAD_PARTNER_WINS
    LEAD_LOW_TO_PARTNER
    LEAD_LEFT_RUFFS
    LEAD_RIGHT_RUFFS
    LEAD_PARTNER_RUFFS
    LEAD_MY_LENGTH
    LEAD_PARTNERS_LENGTH
    LEAD_LEFT_LENGTH
    LEAD_RIGHT_LENGTH
    LEAD_THEY_ARE_OUT
    LEAD_LEFT_HAS_TOP
    LEAD_RIGHT_HAS_TOP
    LEAD_ABOVE
    LEAD_RANK
    LEAD_SEQUENCE
    LEAD_SINGLETON
    LEAD_FEATURES
    LEAD_TOPS = LEAD_FEATURES   # only early: who has the two top cards of the suit, 20 numbers
    EARLY_FEATURES = LEAD_TOPS + 20

cdef enum:
    # Following suit, for each place in the trick after the lead.
    FOLLOW_WINS = 0
    FOLLOW_WIN_RANK
    FOLLOW_WINS_FOR_SURE
    FOLLOW_OVERTAKES
    FOLLOW_OVER_PARTNER
    FOLLOW_PARTNER_CAN
    FOLLOW_LOSE_RANK
    FOLLOW_ABOVE
    FOLLOW_FEATURES

cdef enum:
    # Out of the suit led, for each place after the lead.
    RUFF_WINS = 0
    RUFF_RANK
    RUFF_OVER_PARTNER
    RUFF_HOLDS
    RUFF_UNDER
    RUFF_PARTNERS_TRICK
    DISCARD_RANK
    DISCARD_LENGTH
    DISCARD_PARTNERS_LENGTH
    DISCARD_THEIR_LENGTH
    DISCARD_TOP
    DISCARD_GUARD
    DISCARD_ABOVE
    DISCARD_FEATURES

cdef enum:
    FOLLOWS_FROM = LEAD_FEATURES
    DISCARDS_FROM = LEAD_FEATURES + 3 * FOLLOW_FEATURES
    EARLY_CARDS = LEAD_FEATURES + 3 * FOLLOW_FEATURES + 3 * DISCARD_FEATURES
    EARLY_FROM
    FEATURES = EARLY_FROM + EARLY_FEATURES

cdef enum:
    # The roles a mover may have.
    PAIRS_NO_TRUMP = 0
    PAIRS_TRUMP
    LONE_NO_TRUMP
    LONE_TRUMP
    COALITION_NO_TRUMP
    COALITION_TRUMP
    LONE_MISERE
    COALITION_MISERE
    ROLES

cdef extern from *:
    """
    static const int16_t FOREHAND_WEIGHTS[8][124] = {
        {   // PAIRS_NO_TRUMP
            10, 30, 12, 4, 63, 3, -68, -68, 46, -7, 16, 11, -1, -79, -12, -12, -14, 0, 29, -7,
            40, -1, 22, -40, -30, -5, -1, 0,
            52, -1, 10, -52, -42, -5, -1, 0,
            40, -1, -2, -26, -30, -17, -1, 0,
            200, -5, -150, -20, -100, 0, -40, 59, -13, -18, -121, -81, 37,
            80, -5, -150, -20, -280, 0, -26, 72, -67, 50, -50, -192, 9,
            140, -5, -210, -20, -100, 0, -40, 57, -13, -17, -144, -130, 33,
            8,
            50, 60, -27, -21, 291, -17, -340, -340, 230, 41, 78, -40, -54, -567, 54, -3, -28, -51, 54, -35,
            -76, -85, 91, -263, -23, 49, -114, 437, 45, 0, 124, -140, 147, -321, 0, 66, 23, 124, -146, 0,
        },
        {   // PAIRS_TRUMP
            -31, 30, -22, 0, 56, -1, -96, -80, 53, 1, 12, -1, 11, -50, 12, -12, -14, -5, 1, 17,
            40, -1, 22, -40, -30, -5, -1, 0,
            40, -1, 10, -54, -30, -5, -1, 0,
            28, -1, 10, -36, -30, -17, -1, 0,
            299, -20, -150, 166, -100, -725, -37, 34, -8, -15, -131, -123, 12,
            247, -27, -207, 165, -495, -815, -35, -32, -41, 12, -116, -147, 18,
            327, -39, -452, 167, -353, -592, -30, 26, -6, -15, -158, -106, 15,
            8,
            -121, 118, -61, 7, 330, -25, -553, -632, 496, 21, 34, 3, 13, -377, 34, 4, -43, -46, 44, 120,
            -25, -61, 6, -219, -18, -8, 82, 383, 45, 0, -12, 31, 83, -186, 0, -75, 105, 39, -33, 0,
        },
        {   // LONE_NO_TRUMP
            -14, 30, 0, 0, 20, -1, -44, -56, 10, 13, 0, -1, -1, -19, 12, 12, -14, 0, 17, 17,
            40, 11, 10, -40, -30, -5, -1, 0,
            40, 11, 10, -40, -30, -5, -1, 0,
            40, -1, 10, -40, -30, -5, -1, 0,
            40, -1, -30, -4, -20, 0, -2, 1, 0, 0, -10, -29, 0,
            40, -1, -30, 20, -32, 0, -2, 1, 0, 0, -22, -29, 0,
            40, -1, -30, 20, -20, 0, -2, 1, 0, 0, -10, -5, 0,
            8,
            -70, 406, 0, -22, 100, -5, -220, -280, 50, 56, 0, -31, -131, -874, 180, 133, -110, 8, 362, 85,
        },
        {   // LONE_TRUMP
            -14, 18, 0, 12, 20, -1, -32, -56, 10, 13, 0, -1, -1, -19, 12, 12, -14, 0, 17, 17,
            40, 11, 10, -40, -30, -5, -1, 0,
            40, -1, 10, -40, -30, -5, -1, 0,
            40, -1, 10, -40, -30, -5, -1, 0,
            40, -1, -30, -4, -20, 0, -2, 1, 0, 0, -22, -29, 0,
            40, -1, -30, 20, -32, 0, -2, 1, 0, 0, -10, -5, 0,
            40, -1, -30, 20, -20, 0, -2, 1, 0, 0, -10, -5, 0,
            8,
            -76, 304, 0, 35, 100, -5, -336, -608, 50, 93, 0, -50, -93, -467, 157, 66, -97, 0, 276, 284,
        },
        {   // COALITION_NO_TRUMP
            -14, 18, 0, -12, 8, 11, -56, -20, 22, 13, 12, 11, -1, -43, 12, 0, -14, 0, 17, 29,
            40, -1, 10, -28, -18, -17, -13, 0,
            40, -1, 10, -40, -30, -5, -1, 0,
            40, -1, 10, -40, -30, -5, -1, 0,
            28, -1, -18, 32, -20, 0, -2, 1, -24, 12, -46, 19, 0,
            64, -1, -30, 44, -56, 0, -2, 13, -12, 24, -22, 43, 0,
            40, -1, -30, 20, -20, 0, -2, 1, 0, 0, -10, -5, 0,
            7,
            -70, 223, -1, -152, 291, -86, -280, -100, 110, 111, 122, -7, -89, -601, 200, 108, -116, -67, -161, 145,
        },
        {   // COALITION_TRUMP
            -14, 30, -12, 0, 32, 11, -80, -20, 46, 13, 12, -1, -1, -55, 12, 0, -14, 0, 17, 41,
            52, -1, 10, -28, -18, -29, -1, 0,
            40, -1, 10, -40, -30, -17, -1, 0,
            40, -1, 10, -40, -30, -5, -1, 0,
            28, -1, -18, 20, -20, -120, -2, -11, 0, 12, 2, 31, 0,
            64, -1, -66, 56, -68, -120, -2, 1, 12, 24, -22, 43, 0,
            40, -1, -30, 20, -20, -120, -2, 1, 0, 0, -10, -5, 0,
            7,
            9, 187, 298, -115, 493, -79, -364, -369, 235, 72, 61, -5, -52, -614, 199, 276, -117, -55, -5, 146,
        },
        {   // LONE_MISERE
            0, 54, 0, 0, -10, 0, 0, 0, 0, -50, 0, 12, 12, -154, 0, 12, 2, 11, 24, 0,
            -40, -1, -10, 0, 0, 0, 1, 0,
            -40, -1, -10, 0, 0, 0, 1, 0,
            -40, -1, -10, 0, 0, 0, 1, 0,
            0, 0, 0, 0, 0, 0, 14, -25, 0, 12, 10, 0, -12,
            0, 0, 0, 0, 0, 0, 14, -25, 0, 12, 22, 0, -12,
            0, 0, 0, 0, 0, 0, 2, -1, 0, 0, 10, 0, 0,
            99,
        },
        {   // COALITION_MISERE
            0, -18, 48, 12, -34, 12, 0, 0, 0, -14, -24, 12, 12, -142, 0, 0, -22, -1, 12, 0,
            -28, 11, 2, 24, 24, -12, 25, -36,
            -40, -1, -10, 0, 0, -12, 1, 0,
            -40, -1, -10, 0, 0, 0, 1, 0,
            0, 0, 0, 0, 0, 0, 2, -13, 0, 12, 22, 0, -12,
            0, 0, 0, 0, 0, 0, 2, -13, 0, 12, 22, 0, 0,
            0, 0, 0, 0, 0, 0, 2, -1, 0, 0, 10, 0, 0,
            99,
        },
    };
    """
    const int16_t DEFAULT_WEIGHTS "FOREHAND_WEIGHTS"[ROLES][FEATURES]
