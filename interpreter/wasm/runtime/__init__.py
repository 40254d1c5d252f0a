"""What every module has beside the rules: typed routines over declared memory."""
