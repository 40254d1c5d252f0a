"""Small games, each as several people would write it: how much does speed hang on how a rule is worded?"""
